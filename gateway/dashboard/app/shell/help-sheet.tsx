import { Fragment, useState } from 'react'
import { t } from '../language/texts.ts'
import { BADGE_ORDER, BADGES, BadgeGlyph, SEVERITIES, SEVERITY_ORDER, SeverityGlyph } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { setShortcuts, shortcutsAreOn } from '../ui/shortcuts.ts'
import { NAV } from './nav.ts'
import styles from './sheet.module.css'

const KEYS: readonly (readonly [string, string])[] = [
  [t('Find anything'), t('{slash} or Ctrl K', { slash: '/' })],
  [t('Next, previous row'), 'J, K'],
  [t('Open the row'), 'Enter'],
  [t('Acknowledge, resolve the incident'), 'A, R'],
  [t('Take the incident, assign it to a person'), 'M, O'],
  [t('Write a note'), 'N'],
  [t('Choose the row'), 'X'],
  [t('Choose while moving'), 'Shift J, Shift K'],
  [t('Choose none'), 'Esc'],
  [t('Pause or resume updates'), 'P'],
  [t('Light, dark or as the system'), 'T'],
  [t('Wall mode'), 'W'],
  [t('Along the time of a chart'), '\u2190 \u2192'],
  [t('This list'), '?'],
  ...NAV.map(({ label, key }) => [t('Go to {page}', { page: label }), `G ${key.toUpperCase()}`] as const),
]

/** The keys, and what the signs mean. */
export const HelpSheet = ({ close }: { readonly close: () => void }) => {
  const [on, setOn] = useState(shortcutsAreOn)
  return (
    <Dialog title={t('Keyboard and signs')} close={close}>
      <div className={styles.keys}>
        {KEYS.map(([what, key]) => (
          <Fragment key={what}>
            <span>{what}</span>
            <kbd>{key}</kbd>
          </Fragment>
        ))}
      </div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => {
            setShortcuts(event.target.checked)
            setOn(event.target.checked)
          }}
        />
        {t('Single keys do something')}
      </label>
      <h3 className={styles.heading}>{t('Signs')}</h3>
      <ul className={styles.signs}>
        {BADGE_ORDER.map((badge) => (
          <li key={badge}>
            <BadgeGlyph badge={badge} />
            {BADGES[badge].label}
          </li>
        ))}
        {SEVERITY_ORDER.map((severity) => (
          <li key={severity}>
            <SeverityGlyph severity={severity} />
            {SEVERITIES[severity].label}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
