import { useState } from 'react'
import { useAction, useDocument } from '../../api/client.ts'
import { RequestError } from '../../api/problem.ts'
import {
  PermissionSetDocument,
  type PermissionSetQuery,
  SavePermissionsDocument,
  type TaskKind,
} from '../../gql/graphql.gen.ts'
import { Age } from '../../ui/age.tsx'
import { Bones } from '../../ui/bones.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFault } from '../../ui/field.tsx'
import { sayDone } from '../../ui/toast.tsx'
import { Loaded } from '../../ui/widget.tsx'
import { TASK_KINDS } from '../tasks/kinds.rules.ts'
import styles from './editor.module.css'
import { GRANTABLE, isSameSet, NEVER, wordsOfSet } from './matrix.rules.ts'

/** A set as it stood when it was read, and the mark that it is known by. */
type Stand = {
  readonly tag: string
  readonly kinds: readonly TaskKind[]
  readonly by: string | null
  readonly at: string | null
}

const standOf = ({ taskPermissions, taskPermissionsTag }: PermissionSetQuery): Stand | null =>
  taskPermissions === null || taskPermissionsTag === null
    ? null
    : {
        tag: taskPermissionsTag,
        kinds: taskPermissions.map(({ taskKind }) => taskKind),
        by: taskPermissions[0]?.grantedBy ?? null,
        at: taskPermissions[0]?.grantedAt ?? null,
      }

const isOvertaken = (error: unknown): boolean =>
  error instanceof RequestError && error.faults.some(({ code }) => code === 'PRECONDITION_FAILED')

type BoxesProps = {
  readonly chosen: readonly TaskKind[]
  readonly before: readonly TaskKind[]
  readonly onToggle: (kind: TaskKind) => void
}

const Boxes = ({ chosen, before, onToggle }: BoxesProps) => (
  <fieldset className={styles.boxes}>
    <legend>Its customers may push</legend>
    {GRANTABLE.map((kind) => (
      <label key={kind}>
        <input type="checkbox" checked={chosen.includes(kind)} onChange={() => onToggle(kind)} />
        <span>
          <b>{TASK_KINDS[kind].label}</b>
          <small>{TASK_KINDS[kind].effect}</small>
        </span>
        {chosen.includes(kind) !== before.includes(kind) && (
          <em>{chosen.includes(kind) ? 'will be granted' : 'will be revoked'}</em>
        )}
      </label>
    ))}
    <p>
      {NEVER.map((kind) => TASK_KINDS[kind].label).join(', ')} can never be granted: they change what runs on an ATM, or
      record its traffic, and stay with the service provider.
    </p>
  </fieldset>
)

type OvertakenProps = {
  readonly stands: Stand
  readonly mine: readonly TaskKind[]
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Somebody else was faster: what stands now beside what was to be saved. */
const Overtaken = ({ stands, mine, onKeepMine, onTakeTheirs }: OvertakenProps) => (
  <section className={styles.overtaken} role="alert" aria-label="Changed meanwhile">
    <p>
      <b>Somebody else changed it meanwhile.</b> Nothing of yours was saved.
    </p>
    <dl>
      <dt>Stands now</dt>
      <dd>
        {wordsOfSet(stands.kinds)}
        {stands.by !== null && stands.at !== null && (
          <small>
            by {stands.by}, <Age at={stands.at} /> ago
          </small>
        )}
      </dd>
      <dt>Yours</dt>
      <dd>{wordsOfSet(mine)}</dd>
    </dl>
    <div>
      <button type="button" className="button" data-size="small" onClick={onTakeTheirs}>
        Discard mine
      </button>
      <button type="button" className="button" data-size="small" onClick={onKeepMine}>
        Go on with mine
      </button>
    </div>
  </section>
)

type FormProps = {
  readonly institution: string
  /** The set as the platform tells it now. */
  readonly latest: Stand
  readonly refetch: () => void
  readonly close: () => void
}

/** The set being edited, over the one that the caller saw when the editing began. */
const useEditing = ({ institution, latest, refetch, close }: FormProps) => {
  const [seen, setSeen] = useState(latest)
  const [chosen, setChosen] = useState(latest.kinds)
  const save = useAction(SavePermissionsDocument)
  const moved = latest.tag !== seen.tag && !save.isPending
  const untouched = isSameSet(chosen, seen.kinds)
  // Nobody's work is lost where there is none, or where both want the same.
  if (moved && (untouched || isSameSet(chosen, latest.kinds))) {
    setSeen(latest)
    setChosen(latest.kinds)
  }
  const overtaken = moved && !untouched
  return {
    seen,
    chosen,
    save,
    overtaken,
    toggle: (kind: TaskKind) =>
      setChosen((now) => (now.includes(kind) ? now.filter((one) => one !== kind) : [...now, kind])),
    rebase: (kinds: readonly TaskKind[]) => {
      setSeen(latest)
      setChosen(kinds)
      save.reset()
    },
    submit: () =>
      save.mutate(
        { key: institution, kinds: [...chosen], ifMatch: seen.tag },
        {
          onSuccess: () => {
            sayDone(
              chosen.length === 0
                ? `Customers of ${institution} may push nothing any more.`
                : `Customers of ${institution} may push ${wordsOfSet(chosen)}.`,
            )
            close()
          },
          onError: refetch,
        },
      ),
  }
}

const Form = (props: FormProps) => {
  const { institution, latest, close } = props
  const { seen, chosen, save, overtaken, toggle, rebase, submit } = useEditing(props)
  const revokesAll = chosen.length === 0 && seen.kinds.length > 0
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Boxes chosen={chosen} before={seen.kinds} onToggle={toggle} />
      {overtaken ? (
        <Overtaken
          stands={latest}
          mine={chosen}
          onTakeTheirs={() => rebase(latest.kinds)}
          onKeepMine={() => rebase(chosen)}
        />
      ) : (
        <FormFault error={isOvertaken(save.error) ? null : save.error} />
      )}
      {revokesAll && (
        <p className={styles.warning} role="status">
          An empty set revokes all: customers of {institution} will not be able to push anything.
        </p>
      )}
      <div className={styles.actions}>
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        <button
          type="submit"
          className="button"
          data-kind={revokesAll ? 'danger' : 'main'}
          disabled={save.isPending || overtaken || isSameSet(chosen, seen.kinds)}
        >
          {revokesAll ? 'Revoke all' : 'Save the whole set'}
        </button>
      </div>
    </form>
  )
}

/** Edits the set of one institution as a whole; it is saved only over the set that was seen. */
export const Editor = ({ institution, close }: { readonly institution: string; readonly close: () => void }) => {
  const query = useDocument(PermissionSetDocument, { key: institution }, { everyMs: 10_000 })
  return (
    <Dialog title={`Permissions of ${institution}`} close={close}>
      <Loaded
        query={query}
        what="The permissions"
        roots={['taskPermissions', 'taskPermissionsTag']}
        pick={(data) => (query.isPlaceholderData ? null : standOf(data))}
        bones={<Bones rows={4} height={30} gap={14} />}
      >
        {(latest) => (
          <Form institution={institution} latest={latest} refetch={() => void query.refetch()} close={close} />
        )}
      </Loaded>
    </Dialog>
  )
}
