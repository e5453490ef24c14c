import { useState } from 'react'
import { useAuth } from '../../api/session.ts'
import { t } from '../../language/texts.ts'
import { SEVERITIES } from '../../ui/badge.tsx'
import { Field } from '../../ui/field.tsx'
import { choiceOf, choose, permission } from './choice.ts'
import { SEVERITY_RISE } from './notify.rules.ts'

const WORDS = {
  granted: t(
    'Shown by this browser while the dashboard is open. One for each incident, none for parts of mass outages.',
  ),
  default: t('The browser asks for permission first.'),
  denied: t(
    'This browser does not allow this page to notify you. Allow it in the settings of the site, then choose again.',
  ),
  absent: t('This browser shows no notifications for this page: it has none, or the page is not served by https.'),
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
    <Field label={t('Desktop notifications')} hint={<span role="status">{WORDS[state]}</span>}>
      {(input) => (
        <select
          {...input}
          value={state === 'granted' ? (least ?? '') : ''}
          disabled={state === 'absent'}
          onChange={({ target }) => void change(target.value)}
        >
          <option value="">{t('Off')}</option>
          {SEVERITY_RISE.toReversed().map((severity) => (
            <option key={severity} value={severity}>
              {severity === 'CRITICAL'
                ? t('Critical incidents')
                : severity === 'LOW'
                  ? t('All incidents')
                  : t('{severity} incidents and worse', { severity: SEVERITIES[severity].label })}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
