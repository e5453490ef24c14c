import { useState } from 'react'
import { useAuth } from '../../api/session.ts'
import { SEVERITIES } from '../../ui/badge.tsx'
import { Field } from '../../ui/field.tsx'
import { choiceOf, choose, permission } from './choice.ts'
import { SEVERITY_RISE } from './notify.rules.ts'

const WORDS = {
  granted: 'Shown by this browser while the dashboard is open. One for each incident, none for parts of mass outages.',
  default: 'The browser asks for permission first.',
  denied:
    'This browser does not allow this page to notify you. Allow it in the settings of the site, at the left of ' +
    'the address, then choose again.',
  absent: 'This browser shows no notifications for this page: it has none, or the page is not served by https.',
} as const

/** Chooses of which incidents the browser tells the caller. */
export const NotifyChoice = () => {
  const userId = useAuth().session?.userId ?? ''
  const [least, setLeast] = useState(choiceOf(userId))
  const [state, setState] = useState(permission)
  const change = async (value: string) => {
    const next = SEVERITY_RISE.find((severity) => severity === value) ?? null
    const now = next !== null && permission() === 'default' ? await Notification.requestPermission() : permission()
    const kept = now === 'granted' ? next : null
    choose(userId, kept)
    setLeast(kept)
    setState(now)
  }
  return (
    <Field label="Desktop notifications" hint={<span role="status">{WORDS[state]}</span>}>
      {(input) => (
        <select
          {...input}
          value={state === 'granted' ? (least ?? '') : ''}
          disabled={state === 'absent'}
          onChange={({ target }) => void change(target.value)}
        >
          <option value="">Off</option>
          {SEVERITY_RISE.toReversed().map((severity) => (
            <option key={severity} value={severity}>
              {severity === 'CRITICAL'
                ? 'Critical incidents'
                : severity === 'LOW'
                  ? 'All incidents'
                  : `${SEVERITIES[severity].label} incidents and worse`}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
