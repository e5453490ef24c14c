import { englishOf, t } from '../language/texts.ts'

/** The titles that the rules of the incident service give to incidents of their kinds, in the reader's language. */
const TITLES: Readonly<Record<string, string>> = {
  OUT_OF_SERVICE: t('ATM out of service'),
  POWER: t('Power failure'),
  CONNECTIVITY: t('Network connection unstable'),
  UNREACHABLE: t('ATM unreachable'),
  MASS_OUTAGE: t('Mass outage'),
  DISPENSER: t('Cash dispenser fault'),
  ACCEPTOR: t('Cash acceptor fault'),
  CARD_READER: t('Card reader fault'),
  PINPAD: t('PIN pad or encryptor fault'),
  PRINTER: t('Printer fault'),
  SELF_TEST: t('Self-test failed'),
  CASH: t('Cassette needs attention'),
  SECURITY: t('Repeated authentication failures'),
  JOURNAL: t('Electronic journal fault'),
  APPLICATION: t('Application errors'),
}

const RULES = new Map(Object.entries(TITLES).map(([kind, own]) => [kind, { own, english: englishOf(own) }]))

/** What follows the title of a kind: the number of a cassette, or the group of ATMs that a mass outage is of. */
const partOf = (kind: string, part: string): string | null => {
  if (kind === 'CASH') return /^\S{1,32}$/.test(part) ? part : null
  if (kind !== 'MASS_OUTAGE') return null
  const [, by, name = ''] = /^(site|vendor) (.+)$/.exec(part) ?? []
  if (by === 'site') return t('site {name}', { name })
  return by === 'vendor' ? t('vendor {name}', { name }) : null
}

/**
 * The title of an incident of a kind in the reader's language where the rules gave it; null for what a person wrote,
 * and for what is not known here, such as a title of a newer release.
 */
export const translatedTitle = (kind: string, title: string): string | null => {
  const rule = RULES.get(kind)
  const english = rule?.english.find((text) => title === text || title.startsWith(`${text}: `))
  if (rule === undefined || english === undefined) return null
  if (title === english) return rule.own
  const part = partOf(kind, title.slice(english.length + 2))
  return part === null ? null : t('{title}: {part}', { title: rule.own, part })
}
