import { useAction } from '../../api/client.ts'
import { NoteIncidentDocument } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t } from '../../language/texts.ts'
import { incidentTitle } from '../../ui/incident-title.ts'
import { sayDone, sayFailed } from '../../ui/toast/toast.tsx'
import type { Asked, Do } from './asked.types.ts'
import { ConflictDialog, ResolveDialog } from './incident-action-dialogs.tsx'
import type { Incident } from './kinds.ts'
import { NoteDialog, OwnerDialog } from './work-dialogs.tsx'

type DialogsProps = {
  readonly asked: Asked
  readonly busy: boolean
  readonly doIt: Do
  readonly close: () => void
}

const Note = ({ incident, close }: { readonly incident: Incident; readonly close: () => void }) => {
  const note = useAction(NoteIncidentDocument)
  const save = (text: string) =>
    note.mutate(
      { id: incident.id, text },
      {
        onSuccess: () => {
          close()
          sayDone(t('The note is with incident {id}.', { id: incident.id }))
        },
        onError: sayFailed,
      },
    )
  return (
    <NoteDialog
      title={t('Note on incident {id}', { id: incident.id })}
      busy={note.isPending}
      close={close}
      onSave={save}
    >
      <p>
        {rich('{title} at {atm}', {
          title: incidentTitle(incident),
          atm: <span className="id">{incident.agentAtmId}</span>,
        })}
      </p>
    </NoteDialog>
  )
}

/** What is asked before an action, or after one that met somebody else's. */
export const IncidentDialogs = ({ asked, busy, doIt, close }: DialogsProps) => {
  if (asked.what === 'conflict')
    return (
      <ConflictDialog
        incidentAction={asked.wanted.what}
        seen={asked.seen}
        current={asked.current}
        busy={busy}
        onConfirm={() => doIt(asked.wanted, asked.current)}
        close={close}
      />
    )
  const { what, incident } = asked
  if (what === 'note') return <Note incident={incident} close={close} />
  if (what === 'assign')
    return (
      <OwnerDialog
        title={t('Who works on incident {id}?', { id: incident.id })}
        owner={incident.ownerUserId}
        sees={incident.institutionKey === null ? [] : [incident.institutionKey]}
        busy={busy}
        close={close}
        onChoose={(userId) => doIt({ what, userId }, incident)}
      />
    )
  return (
    <ResolveDialog
      incident={incident}
      busy={busy}
      onConfirm={(cause) => doIt({ what: 'resolve', ...cause }, incident)}
      close={close}
    />
  )
}
