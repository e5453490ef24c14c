import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/client.ts'
import { asBeginning, personName } from '../../api/people.ts'
import { useAuth, useRole } from '../../api/session.ts'
import {
  CreateSavedViewDocument,
  type SavedViewPage,
  UpdateSavedViewDocument,
  type ViewFragment,
} from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { useInstitution } from '../../scope.ts'
import { Field, FormFault } from '../../ui/field.tsx'
import { sayDone } from '../../ui/toast/toast.tsx'
import styles from './views.module.css'
import { type Namesakes, namesakesOf } from './views.ts'

export const MAX_NAME = 80

/** What is asked has the focus. */
const focus = (button: HTMLButtonElement | null) => button?.focus()

/** The institutions that a view can be of: none to choose from where there is one, or where one is looked at. */
const useChoice = (): readonly string[] => {
  const institution = useInstitution()
  const institutions = useAuth().session?.institutions ?? []
  return institution === undefined && institutions.length > 1 ? institutions : []
}

type SaveProps = {
  readonly page: SavedViewPage
  readonly filter: string
  /** Those that are kept already; undefined while they are not known. */
  readonly views: readonly ViewFragment[] | undefined
  /** Reads them again: the platform knows of one that is not among them. */
  readonly reload: () => void
  readonly done: () => void
}

/** What is asked before a view gets a name that another one has; null where the name is free. */
const questionOf = ({ own, ofOther }: Namesakes): string | null => {
  if (own?.shared === true)
    return t('You share a view “{name}” already. All users of the institution get this filter in its place.', {
      name: own.name,
    })
  if (own !== undefined) return t('You have a view “{name}” already. This filter takes its place.', { name: own.name })
  return ofOther === undefined
    ? null
    : t('{person} shares a view “{name}” already. There would be two of this name.', {
        person: asBeginning(personName(ofOther.userId, ofOther.user)),
        name: ofOther.name,
      })
}

type QuestionProps = {
  readonly words: string
  /** The button that goes ahead. */
  readonly yes: string
  readonly busy: boolean
  readonly cancel: () => void
}

const Question = ({ words, yes, busy, cancel }: QuestionProps) => (
  <div className={styles.question} role="alert">
    <p>{words}</p>
    <div>
      <button type="submit" className="button" data-kind="main" disabled={busy} ref={focus}>
        {yes}
      </button>
      <button type="button" className="button" onClick={cancel}>
        {t('Cancel')}
      </button>
    </div>
  </div>
)

/** What is to be kept, the question that it raises, and its keeping. */
const useSave = ({ page, filter, views = [], reload, done }: SaveProps, of: string | undefined) => {
  const isOfAll = useRole('ADMIN', 'BCOS_ADMIN')
  const isReader = useRole('USER')
  const { session } = useAuth()
  const institution = useInstitution()
  const [name, setName] = useState('')
  const [shared, share] = useState(false)
  const [asked, ask] = useState<string | null>(null)
  const create = useAction(CreateSavedViewDocument)
  const update = useAction(UpdateSavedViewDocument)
  const mayShare = !isReader && (!isOfAll || institution !== undefined)
  const institutionKey = of ?? institution ?? null
  // Of a caller of one institution, the platform takes that.
  const keptFor = institutionKey ?? (isOfAll ? null : (session?.institutions[0] ?? null))
  const view = { name: name.trim(), search: filter, shared: shared && mayShare }
  const { own, ofOther } = namesakesOf(views, { ...view, institutionKey: keptFor })
  const isPending = create.isPending || update.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || view.name === '') return
    const question = questionOf({ own, ofOther })
    // What was asked may have changed since: then it is asked again.
    if (question !== asked) {
      create.reset()
      return ask(question)
    }
    const onSuccess = () => {
      sayDone(t('The view “{name}” is kept.', { name: view.name }))
      done()
    }
    if (own === undefined) create.mutate({ view: { ...view, page, institutionKey } }, { onSuccess, onError: reload })
    else update.mutate({ id: own.id, view }, { onSuccess })
  }
  /** Sets a part of it: whatever was asked before is not the question any more. */
  const change = (set: () => void) => {
    set()
    ask(null)
  }
  return {
    ...{ name, shared, mayShare, isPending, asked, submit, error: update.error ?? create.error },
    needsInstitution: isOfAll && institution === undefined,
    isReplacing: own !== undefined,
    setName: (next: string) => change(() => setName(next)),
    share: (next: boolean) => change(() => share(next)),
    forget: () => ask(null),
  }
}

/** Keeps the filter of the page under a name, and asks before it takes the place of another one. */
export const SaveView = (props: SaveProps) => {
  const choice = useChoice()
  const [of, setOf] = useState(choice[0])
  const save = useSave(props, of)
  const { name, error } = save
  return (
    <form className={styles.form} onSubmit={save.submit}>
      <Field label={t('Keep the present filter as')} name="name" error={error}>
        {(input) => (
          <input
            {...input}
            type="text"
            maxLength={MAX_NAME}
            autoComplete="off"
            value={name}
            onChange={({ target }) => save.setName(target.value)}
          />
        )}
      </Field>
      {choice.length > 0 && (
        <Field label={t('Institution')} name="institutionKey" error={error}>
          {(input) => (
            <select
              {...input}
              value={of}
              onChange={({ target }) => {
                setOf(target.value)
                save.forget()
              }}
            >
              {choice.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          )}
        </Field>
      )}
      {save.mayShare && (
        <label className={styles.check}>
          <input type="checkbox" checked={save.shared} onChange={({ target }) => save.share(target.checked)} />
          {t('Share it with the institution')}
        </label>
      )}
      {save.needsInstitution && (
        <p className={styles.hint}>{t('To share it, choose an institution at the top of the page first.')}</p>
      )}
      <FormFault error={error} fields={['name', 'institutionKey']} />
      {save.asked === null ? (
        <button
          type="submit"
          className="button"
          data-kind="main"
          disabled={save.isPending || props.views === undefined || name.trim() === ''}
        >
          {t('Keep')}
        </button>
      ) : (
        <Question
          words={save.asked}
          yes={save.isReplacing ? t('Replace it') : t('Keep both')}
          busy={save.isPending}
          cancel={save.forget}
        />
      )}
    </form>
  )
}
