import type { EventExceptionsQuery } from '../../gql/graphql.gen.ts'
import { CopyLink } from '../../ui/copy-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dayTime, fullTime } from '../../ui/format.ts'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import { JsonText } from '../../ui/text/json-text.tsx'
import styles from './parts/admin.module.css'
import { useAdmin } from './parts/use-admin.ts'

export type EventException = NonNullable<EventExceptionsQuery['eventExceptions']>['content'][number]

const Moment = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={fullTime(at)}>
    {dayTime(at)}
  </time>
)

/** An event exception: the event as it was sent. */
export const EventExceptionDrawer = ({
  event,
  close,
}: {
  readonly event: EventException
  readonly close: () => void
}) => {
  const { filter } = useAdmin()
  const { eventType } = event
  return (
    <Dialog title={eventType ?? 'Event without a type'} close={close} side="right">
      <dl className={styles.details}>
        <dt>ATM</dt>
        <dd>
          <AtmCell atmId={event.atmId} agentAtmId={event.agentAtmId} />
        </dd>
        <dt>Institution</dt>
        <dd>{event.institutionKey ?? 'none'}</dd>
        <dt>Arrived</dt>
        <dd>
          <Moment at={event.receivedAt} />
        </dd>
        <dt>Replayed</dt>
        <dd>{event.replayedAt === null ? 'not yet' : <Moment at={event.replayedAt} />}</dd>
        <dt>Id of the event</dt>
        <dd>{event.eventId ?? 'none was sent'}</dd>
      </dl>
      <JsonText title="As it was sent, card numbers masked" value={event.body} />
      <div className={styles.actions}>
        <CopyLink />
        {eventType !== null && (
          <button type="button" className="button" onClick={() => filter({ type: eventType })}>
            All of this type
          </button>
        )}
      </div>
    </Dialog>
  )
}
