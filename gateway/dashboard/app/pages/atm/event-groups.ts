import { t } from '../../language/texts.ts'
import type { Group } from './search.ts'

/** The groups of events in words. */
export const GROUP_LABELS: Readonly<Record<Group, string>> = {
  'Card reader': t('Card reader'),
  'Cash handling': t('Cash handling'),
  Cassettes: t('Cassettes'),
  'PIN and security': t('PIN and security'),
  'Printer and journal': t('Printer and journal'),
  'Power and network': t('Power and network'),
  Software: t('Software'),
  Operations: t('Operations'),
}
