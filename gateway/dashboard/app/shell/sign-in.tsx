import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type DemoCaller, readToken, signIn, signOut, tokenFault, useAuth } from '../api/session.ts'
import { rich } from '../language/rich.ts'
import { t } from '../language/texts.ts'
import icon from '../theme/favicon.svg'
import { Dialog } from '../ui/dialog.tsx'
import { words } from '../ui/format.ts'
import styles from './sign-in.module.css'

/** A role as people say it. */
export const roleName = (role: string): string => words(role)

/** A field for a token; the token goes nowhere but into this tab. */
export const TokenForm = ({ done }: { readonly done?: () => void }) => {
  const [text, setText] = useState('')
  const { fault: found } = useAuth()
  const [fault, setFault] = useState(found)
  const submit = () => {
    const session = readToken(text)
    const wrong = tokenFault(session)
    if (session === null || wrong !== null) return setFault(wrong)
    setText('')
    signIn(session)
    done?.()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label htmlFor="token">{t('Token')}</label>
      <input
        id="token"
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={text}
        aria-describedby="token-more"
        aria-invalid={fault !== null}
        onChange={(event) => {
          setText(event.target.value)
          setFault(null)
        }}
      />
      <p id="token-more" data-fault={fault !== null || undefined} aria-live="polite">
        {fault ?? t('It is kept in this tab only, and forgotten when the tab is closed.')}
      </p>
      <button type="submit" className="button" data-kind="main" disabled={text.trim() === ''}>
        {t('Sign in')}
      </button>
    </form>
  )
}

/** The callers of the demo fleet, to look at it as each. */
export const DemoCallers = ({
  callers,
  done,
}: {
  readonly callers: readonly DemoCaller[]
  readonly done?: () => void
}) => {
  const { session } = useAuth()
  const queries = useQueryClient()
  if (callers.length === 0) return null
  const choose = ({ token }: DemoCaller) => {
    const chosen = readToken(token)
    if (chosen === null) return
    signIn(chosen)
    queries.removeQueries()
    done?.()
  }
  return (
    <div className={styles.demo}>
      <h2>{t('The demo fleet, as')}</h2>
      <ul>
        {callers.map((caller) => (
          <li key={caller.role}>
            <button type="button" aria-pressed={session?.role === caller.role} onClick={() => choose(caller)}>
              <b>{roleName(caller.role)}</b>
              <small>
                {caller.institutions.length === 0 ? t('every institution') : caller.institutions.join(', ')}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Asks for a token: as a page of its own, or over a page whose token has ended, which keeps what was typed there. */
export const SignIn = ({ over = false }: { readonly over?: boolean }) => {
  const { demo } = useAuth()
  if (over)
    return (
      <Dialog title={t('Your sign-in has ended')} close={signOut} dismissable={false}>
        <p className={styles.lead}>{t('What you have typed on the page is still there. Sign in again to go on.')}</p>
        <TokenForm />
        <DemoCallers callers={demo} />
      </Dialog>
    )
  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <img src={icon} alt="" width="36" height="36" />
        <h1>FleetOps</h1>
        <p className={styles.lead}>{t('State, incidents and journals of the fleet’s cash machines.')}</p>
        <TokenForm />
        <DemoCallers callers={demo} />
        <p className={styles.links}>
          {rich('For developers: {graph} · {openapi} · {health}', {
            graph: <a href="/graphql">{t('the graph')}</a>,
            openapi: <a href="/openapi.json">OpenAPI</a>,
            health: <a href="/actuator/health">{t('health')}</a>,
          })}
        </p>
      </section>
    </main>
  )
}
