import { Fragment, useState } from 'react'
import { BADGE_ORDER, BADGES, BadgeGlyph, SEVERITIES, SEVERITY_ORDER, SeverityGlyph } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { setShortcuts, shortcutsAreOn } from '../ui/shortcuts.ts'
import { NAV } from './nav.ts'
import styles from './sheet.module.css'

const KEYS: readonly (readonly [string, string])[] = [
  ['Find anything', '/ or Ctrl K'],
  ['Next, previous row', 'J, K'],
  ['Open the row', 'Enter'],
  ['Acknowledge, resolve the incident', 'A, R'],
  ['Take the incident, give it to somebody', 'M, O'],
  ['Write a note', 'N'],
  ['Choose the row', 'X'],
  ['Choose while moving', 'Shift J, Shift K'],
  ['Choose none', 'Esc'],
  ['Pause or resume updates', 'P'],
  ['Light, dark or as the system', 'T'],
  ['Wall mode', 'W'],
  ['Along the time of a chart', '\u2190 \u2192'],
  ['This list', '?'],
  ...NAV.map(({ label, key }) => [`Go to ${label}`, `G ${key.toUpperCase()}`] as const),
]

/** The keys, and what the signs mean. */
export const HelpSheet = ({ close }: { readonly close: () => void }) => {
  const [on, setOn] = useState(shortcutsAreOn)
  return (
    <Dialog title="Keyboard and signs" close={close}>
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
        Single keys do something
      </label>
      <h3 className={styles.heading}>Signs</h3>
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
