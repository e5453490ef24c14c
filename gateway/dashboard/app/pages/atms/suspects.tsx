import { type FormEvent, useState } from 'react'
import { useAction, useDocument } from '../../api/client.ts'
import {
  type AtmRetirementOutcome,
  RetireAtmsDocument,
  type RetireAtmsMutation,
  type RetireAtmsMutationVariables,
  SuspectedAtmsDocument,
  type SuspectedAtmsQuery,
} from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FormFault } from '../../ui/field.tsx'
import { dayTime } from '../../ui/format.ts'
import { sayDone } from '../../ui/toast/toast.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import styles from './import.module.css'

type Suspect = NonNullable<SuspectedAtmsQuery['suspectedAtms']>[number]

/** What came of a choice of which some were not retired. */
type Result = {
  readonly done: number
  readonly failed: readonly { readonly id: number; readonly agentAtmId: string; readonly why: string }[]
}

/** Why an ATM was not retired; null for one that was. */
const WHY: Readonly<Record<AtmRetirementOutcome, string | null>> = {
  DONE: null,
  UNCHANGED: t('It was retired already.'),
  NOT_FOUND: t('It is not there any more, or you may not see it.'),
}

const resultOf = (atms: readonly Suspect[], { retireAtms }: RetireAtmsMutation): Result => {
  const outcomes = retireAtms ?? []
  const failed = outcomes.flatMap(({ id, outcome }) => {
    const why = WHY[outcome]
    const agentAtmId = atms.find((atm) => atm.id === id)?.agentAtmId ?? String(id)
    return why === null ? [] : [{ id, agentAtmId, why }]
  })
  return { done: outcomes.length - failed.length, failed }
}

const Outcome = ({ done, failed, close }: Result & { readonly close: () => void }) => (
  <div className={styles.form}>
    <p role="status">
      {tn(done, '{n} ATM is retired.', '{n} ATMs are retired.')}{' '}
      {tn(failed.length, '{n} was not retired:', '{n} were not retired:')}
    </p>
    <ul className={styles.list}>
      {failed.map(({ id, agentAtmId, why }) => (
        <li key={id}>
          <span className="id">{agentAtmId}</span> <small>{why}</small>
        </li>
      ))}
    </ul>
    <button type="button" className="button" onClick={close}>
      {t('Close')}
    </button>
  </div>
)

type ChooseProps = {
  readonly atms: readonly Suspect[]
  readonly retire: ReturnType<typeof useAction<RetireAtmsMutation, RetireAtmsMutationVariables>>
  readonly close: () => void
  readonly onFailed: (result: Result) => void
}

const Choose = ({ atms, retire, close, onFailed }: ChooseProps) => {
  // Those that are found while the question is open are not chosen: its button is of those that were seen.
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(atms.map(({ id }) => id)))
  const ids = atms.flatMap(({ id }) => (chosen.has(id) ? [id] : []))
  const toggle = (id: number) =>
    setChosen((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    retire.mutate(
      { ids },
      {
        onSuccess: (answer) => {
          const result = resultOf(atms, answer)
          if (result.failed.length > 0) return onFailed(result)
          sayDone(tn(result.done, '{n} ATM is retired.', '{n} ATMs are retired.'))
          close()
        },
      },
    )
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>
        {t('No heartbeat and no journal ever came of these, and one event at most, more than a day ago.')}{' '}
        {t('Probably the id of an agent was mistyped.')}
      </p>
      <ul className={styles.list}>
        {atms.map(({ id, agentAtmId, institutionKey, registeredAt }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
              <span className="id">{agentAtmId}</span>
              <small>
                {t('{institution}, since {time}', {
                  institution: institutionKey ?? t('no institution'),
                  time: dayTime(registeredAt),
                })}
              </small>
            </label>
          </li>
        ))}
      </ul>
      <FormFault error={retire.error} />
      <DialogActions
        action={tn(ids.length, 'Retire {n}', 'Retire {n}')}
        danger
        disabled={ids.length === 0 || retire.isPending}
        close={close}
      />
    </form>
  )
}

/** Finds ATMs that a typing error made, and retires them. */
export const Suspects = ({ close }: { readonly close: () => void }) => {
  const query = useDocument(SuspectedAtmsDocument, {})
  // Here, as the choice is gone when the list is asked for again and nothing is suspected any more.
  const retire = useAction(RetireAtmsDocument)
  const [result, setResult] = useState<Result>()
  if (result !== undefined)
    return (
      <Dialog title={t('Mistyped ATMs')} close={close}>
        <Outcome {...result} close={close} />
      </Dialog>
    )
  return (
    <Dialog title={t('Mistyped ATMs')} close={close}>
      <Loaded
        query={query}
        what={t('ATMs')}
        roots={['suspectedAtms']}
        pick={(data) => data.suspectedAtms}
        skeleton={<p role="status">{t('Looking…')}</p>}
      >
        {(atms) =>
          atms.length === 0 ? (
            <Empty good>{t('No ATM looks mistyped.')}</Empty>
          ) : (
            <Choose atms={atms} retire={retire} close={close} onFailed={setResult} />
          )
        }
      </Loaded>
    </Dialog>
  )
}
