import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useDocument } from '../../api/client.ts'
import { personName } from '../../api/people.ts'
import { useAuth } from '../../api/session.ts'
import { FindPeopleDocument, IncidentCausesDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { words } from '../../ui/format.ts'
import { LongText, lengthOf } from '../../ui/text/long-text.tsx'
import styles from './work-dialogs.module.css'

/** The longest note, and the longest text of a cause. */
export const MAX_TEXT = 4_000

type FrameProps = {
  readonly title: string
  readonly busy: boolean
  readonly close: () => void
  readonly children?: ReactNode
}

/** What somebody says of the cause. */
export type Cause = { readonly cause: string | null; readonly causeText: string | null }

const Causes = ({
  kinds,
  chosen,
  choose,
}: {
  readonly kinds: readonly string[]
  readonly chosen: string | null
  readonly choose: (cause: string | null) => void
}) => {
  const name = useId()
  const { data } = useDocument(IncidentCausesDocument, { kinds: [...kinds] }, { everyMs: 0, enabled: kinds.length > 0 })
  const causes = data?.data.incidentCauses ?? []
  return (
    <fieldset className={styles.causes}>
      <legend>{t('Cause')}</legend>
      {[null, ...causes].map((cause) => (
        <label key={cause ?? ''} className={styles.chip}>
          <input type="radio" name={name} checked={chosen === cause} onChange={() => choose(cause)} />
          {cause === null ? t('Not said') : words(cause)}
        </label>
      ))}
    </fieldset>
  )
}

type CauseDialogProps = FrameProps & {
  readonly action: string
  /** The kinds of what is resolved: only causes that all of them can have are offered. */
  readonly kinds: readonly string[]
  readonly onConfirm: (cause: Cause) => void
}

/** Asks before incidents are resolved, and for their cause. */
export const CauseDialog = ({ title, action, kinds, busy, close, onConfirm, children }: CauseDialogProps) => {
  const [cause, setCause] = useState<string | null>(null)
  const [text, setText] = useState('')
  const isTooLong = lengthOf(text) > MAX_TEXT
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !isTooLong) onConfirm({ cause, causeText: text.trim() === '' ? null : text.trim() })
  }
  return (
    <Dialog title={title} close={close}>
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.text}>{children}</div>
        <Causes kinds={kinds} chosen={cause} choose={setCause} />
        <Field label={t('More on the cause')} name="causeText" hint={t('Card numbers are masked.')}>
          {(input) => <LongText {...input} rows={2} value={text} onChange={setText} most={MAX_TEXT} />}
        </Field>
        <DialogActions action={action} disabled={busy || isTooLong} close={close} />
      </form>
    </Dialog>
  )
}

/** Writes a note. */
export const NoteDialog = ({
  title,
  busy,
  close,
  onSave,
  children,
}: FrameProps & { readonly onSave: (text: string) => void }) => {
  const [text, setText] = useState('')
  const length = lengthOf(text)
  const isFit = length > 0 && length <= MAX_TEXT
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && isFit) onSave(text.trim())
  }
  return (
    <Dialog title={title} close={close}>
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.text}>{children}</div>
        <Field label={t('Note')} name="text" hint={t('Notes stay as they are written. Card numbers are masked.')}>
          {(input) => <LongText {...input} value={text} onChange={setText} most={MAX_TEXT} />}
        </Field>
        <DialogActions action={t('Add the note')} disabled={busy || !isFit} close={close} />
      </form>
    </Dialog>
  )
}

const SHOWN = 8

/** What the caller is called in the list. */
const ME = t('Me')

type Option = { readonly userId: string; readonly name: string; readonly more: string | null }

/**
 * Whom work can be given to, the caller first; those whose name, address or id has the text, and who see all of these
 * institutions.
 */
const useOptions = (
  q: string,
  sees: readonly string[] | null,
  isMeLeftOut: boolean,
): { readonly options: readonly Option[]; readonly isPartial: boolean; readonly isAnswered: boolean } => {
  const { session } = useAuth()
  const me = session?.userId ?? ''
  const { data, isPlaceholderData } = useDocument(
    FindPeopleDocument,
    { q, sees: sees === null ? null : [...sees], size: SHOWN + 1 },
    { everyMs: 0 },
  )
  const found = data?.data.users?.content ?? []
  const own: Option = { userId: me, name: ME, more: session?.name ?? null }
  const others = found
    .filter(({ userId }) => userId !== me)
    .map((user) => ({ userId: user.userId, name: personName(user.userId, user), more: user.name && user.email }))
  const isMe =
    !isMeLeftOut &&
    (q === '' || found.some(({ userId }) => userId === me) || ME.toLowerCase().startsWith(q.toLowerCase()))
  const total = data?.data.users?.totalElements ?? 0
  const options = [...(isMe ? [own] : []), ...others].slice(0, SHOWN)
  return { options, isPartial: total > found.length, isAnswered: !isPlaceholderData }
}

type OwnerDialogProps = FrameProps & {
  /** The present owner's id, where all have the same. */
  readonly owner: string | null
  /** Only people who see all of these institutions, without any what has no institution; anybody when left out. */
  readonly sees?: readonly string[]
  readonly onChoose: (userId: string) => void
  /** What the button says before the name, where something is given to somebody else only. */
  readonly verb?: string
  /** Further fields below the people. */
  readonly after?: ReactNode
}

const actionOf = (verb: string | undefined, name: string | undefined): string => {
  if (name === undefined) return verb ?? t('Assign')
  if (verb !== undefined) return t('{verb} to {name}', { verb, name })
  return name === ME ? t('Take') : t('Assign to {name}', { name })
}

/** Chooses who works on something, by name. The arrows go through the names while somebody types. */
export const OwnerDialog = (props: OwnerDialogProps) => {
  const { title, owner, sees = null, busy, close, onChoose, verb, after, children } = props
  const group = useId()
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<string | null>(null)
  const { options, isPartial, isAnswered } = useOptions(text.trim(), sees, verb !== undefined)
  // Answers to an earlier text offer no choice.
  const current = !isAnswered ? undefined : (options.find(({ userId }) => userId === picked) ?? options[0])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && current !== undefined) onChoose(current.userId)
  }
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = options.findIndex(({ userId }) => userId === current?.userId)
    setPicked(options[Math.max(0, Math.min(options.length - 1, at + step))]?.userId ?? null)
  }
  return (
    <Dialog title={title} close={close}>
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.text}>{children}</div>
        <Field label={t('Person')} hint={t('A part of the name or of the address.')}>
          {(input) => (
            <input
              {...input}
              type="search"
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={({ target }) => {
                setText(target.value)
                setPicked(null)
              }}
              onKeyDown={move}
            />
          )}
        </Field>
        <fieldset className={styles.people}>
          <legend className="sr">{t('People')}</legend>
          {options.map(({ userId, name, more }) => (
            <label key={userId} className={styles.person}>
              <input
                type="radio"
                name={group}
                checked={userId === current?.userId}
                onChange={() => setPicked(userId)}
              />
              <b>{name}</b>
              <small>
                {more}
                {userId === owner && ` · ${t('works on it now')}`}
              </small>
            </label>
          ))}
          {options.length === 0 && <p className={styles.none}>{t('No user of this name is known.')}</p>}
        </fieldset>
        {isPartial && <p className={styles.none}>{t('There are more people: type a part of the name.')}</p>}
        <span className="sr" aria-live="polite">
          {current?.name ?? t('no owner')}
        </span>
        {after}
        <DialogActions action={actionOf(verb, current?.name)} disabled={busy || current === undefined} close={close} />
      </form>
    </Dialog>
  )
}
