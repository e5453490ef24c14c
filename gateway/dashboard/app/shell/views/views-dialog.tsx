import { IconPencil, IconShare, IconTrash } from '@tabler/icons-react'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAction, useDocument } from '../../api/client.ts'
import { personName } from '../../api/people.ts'
import { useAuth, useRole } from '../../api/session.ts'
import {
  CreateSavedViewDocument,
  DeleteSavedViewDocument,
  type SavedViewPage,
  SavedViewsDocument,
  UpdateSavedViewDocument,
  type ViewFragment,
} from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { useInstitution } from '../../scope.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { sayDone, sayFailed } from '../../ui/toast/toast.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import styles from './views.module.css'
import { filtersIn, hrefOf } from './views.ts'

const MAX_NAME = 80

/** The filter of the page as it is, as an address has it. */
const useFilter = (): string => {
  const router = useRouter()
  const search = useRouterState({ select: ({ location }) => location.search })
  return router.options.stringifySearch(filtersIn({ ...search })).replace(/^\?/, '')
}

/** The institutions that a view can be of: none to choose from where there is one, or where one is looked at. */
const useChoice = (): readonly string[] => {
  const institution = useInstitution()
  const institutions = useAuth().session?.institutions ?? []
  return institution === undefined && institutions.length > 1 ? institutions : []
}

type SaveProps = { readonly page: SavedViewPage; readonly filter: string; readonly done: () => void }

const Save = ({ page, filter, done }: SaveProps) => {
  const choice = useChoice()
  const isOfAll = useRole('ADMIN', 'BCOS_ADMIN')
  const isReader = useRole('USER')
  const institution = useInstitution()
  const [name, setName] = useState('')
  const [shared, share] = useState(false)
  const [of, setOf] = useState(choice[0])
  const create = useAction(CreateSavedViewDocument)
  const mayShare = !isReader && (!isOfAll || institution !== undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending || name.trim() === '') return
    const institutionKey = choice.length > 0 ? (of ?? null) : (institution ?? null)
    const view = { page, name: name.trim(), search: filter, shared: shared && mayShare, institutionKey }
    create.mutate(
      { view },
      {
        onSuccess: () => {
          sayDone(t('The view “{name}” is kept.', { name: view.name }))
          done()
        },
      },
    )
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label={t('Keep the present filter as')} name="name" error={create.error}>
        {(input) => (
          <input
            {...input}
            type="text"
            maxLength={MAX_NAME}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      {choice.length > 0 && (
        <Field label={t('Institution')} name="institutionKey" error={create.error}>
          {(input) => (
            <select {...input} value={of} onChange={({ target }) => setOf(target.value)}>
              {choice.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          )}
        </Field>
      )}
      {mayShare && (
        <label className={styles.check}>
          <input type="checkbox" checked={shared} onChange={({ target }) => share(target.checked)} />
          {t('Share it with the institution')}
        </label>
      )}
      {isOfAll && institution === undefined && (
        <p className={styles.hint}>{t('To share it, choose an institution at the top of the page first.')}</p>
      )}
      <FormFault error={create.error} fields={['name', 'institutionKey']} />
      <button type="submit" className="button" data-kind="main" disabled={create.isPending || name.trim() === ''}>
        {t('Keep')}
      </button>
    </form>
  )
}

/** What was asked for has the focus as soon as it is there. */
const focus = (input: HTMLInputElement | null) => input?.focus()

const Rename = ({ view, done }: { readonly view: ViewFragment; readonly done: () => void }) => {
  const [name, setName] = useState(view.name)
  const update = useAction(UpdateSavedViewDocument)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate({ id: view.id, view: { name } }, { onSuccess: done })
  }
  return (
    <form className={styles.rename} onSubmit={submit}>
      <Field label={t('New name of “{name}”', { name: view.name })} name="name" error={update.error}>
        {(input) => (
          <input
            {...input}
            type="text"
            maxLength={MAX_NAME}
            ref={focus}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <button type="submit" className="button" disabled={update.isPending || name.trim() === ''}>
        {t('Rename')}
      </button>
      <FormFault error={update.error} fields={['name']} />
    </form>
  )
}

type RowProps = { readonly view: ViewFragment; readonly filter: string; readonly apply: () => void }

const Row = ({ view, filter, apply }: RowProps) => {
  const maySweep = useRole('MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN')
  const isReader = useRole('USER')
  const [isRenaming, rename] = useState(false)
  const update = useAction(UpdateSavedViewDocument)
  const remove = useAction(DeleteSavedViewDocument)
  const { id, name, shared, mine, userId, user, institutionKey } = view
  const whose = [
    mine ? null : t('by {person}', { person: personName(userId, user) }),
    shared ? t('shared') : null,
    institutionKey,
  ]
  if (isRenaming) return <Rename view={view} done={() => rename(false)} />
  const button = (label: string, icon: React.ReactNode, onClick: () => void) => (
    <button type="button" className="iconButton" aria-label={`${label}: ${name}`} title={label} onClick={onClick}>
      {icon}
    </button>
  )
  return (
    <>
      <button type="button" className={styles.name} onClick={apply} aria-current={view.search === filter || undefined}>
        <b>{name}</b>
        <small>{whose.filter(Boolean).join(' · ')}</small>
      </button>
      {mine && button(t('Rename'), <IconPencil size={16} stroke={1.75} aria-hidden />, () => rename(true))}
      {mine &&
        !isReader &&
        institutionKey !== null &&
        button(shared ? t('Share no more') : t('Share'), <IconShare size={16} stroke={1.75} aria-hidden />, () =>
          update.mutate({ id, view: { shared: !shared } }, { onError: sayFailed }),
        )}
      {(mine || maySweep) &&
        button(t('Remove'), <IconTrash size={16} stroke={1.75} aria-hidden />, () =>
          remove.mutate(
            { id },
            { onSuccess: () => sayDone(t('The view “{name}” is removed.', { name })), onError: sayFailed },
          ),
        )}
    </>
  )
}

/** The kept filters of a list: to go to, to add to, to rename, to share and to remove. */
export const ViewsDialog = ({ page, close }: { readonly page: SavedViewPage; readonly close: () => void }) => {
  const navigate = useNavigate()
  const filter = useFilter()
  const query = useDocument(SavedViewsDocument, { page }, { everyMs: 0 })
  return (
    <Dialog title={t('Views of this list')} close={close}>
      <div className={styles.views}>
        <Loaded query={query} what={t('Views')} roots={['savedViews']} pick={(data) => data.savedViews}>
          {(views) =>
            views.length === 0 ? (
              <Empty>
                <p>{t('No view of this list is kept yet.')}</p>
              </Empty>
            ) : (
              <ul className={styles.list}>
                {views.map((view) => (
                  <li key={view.id}>
                    <Row
                      view={view}
                      filter={filter}
                      apply={() => {
                        close()
                        void navigate({ href: hrefOf(view) })
                      }}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        <Save page={page} filter={filter} done={close} />
      </div>
    </Dialog>
  )
}
