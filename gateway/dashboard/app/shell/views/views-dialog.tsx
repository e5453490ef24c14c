import { IconPencil, IconShare, IconTrash } from '@tabler/icons-react'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAction, useDocument } from '../../api/client.ts'
import { personName } from '../../api/people.ts'
import { useRole } from '../../api/session.ts'
import {
  DeleteSavedViewDocument,
  type SavedViewPage,
  SavedViewsDocument,
  UpdateSavedViewDocument,
  type ViewFragment,
} from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { sayDone, sayFailed } from '../../ui/toast/toast.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { MAX_NAME, SaveView } from './save-view.tsx'
import styles from './views.module.css'
import { filtersIn, hrefOf } from './views.ts'

/** The filter of the page as it is, as an address has it. */
const useFilter = (): string => {
  const router = useRouter()
  const search = useRouterState({ select: ({ location }) => location.search })
  return router.options.stringifySearch(filtersIn({ ...search })).replace(/^\?/, '')
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
        button(shared ? t('Stop sharing') : t('Share'), <IconShare size={16} stroke={1.75} aria-hidden />, () =>
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
        <SaveView
          page={page}
          filter={filter}
          views={query.isPending ? undefined : (query.data?.data.savedViews ?? [])}
          reload={() => void query.refetch()}
          done={close}
        />
      </div>
    </Dialog>
  )
}
