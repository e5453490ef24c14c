import type { EventExceptionsQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
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
    <Dialog title={eventType ?? t('Event without a type')} close={close} side="right">
      <dl className={styles.details}>
        <dt>{t('ATM')}</dt>
        <dd>
          <AtmCell atmId={event.atmId} agentAtmId={event.agentAtmId} />
        </dd>
        <dt>{t('Institution')}</dt>
        <dd>{event.institutionKey ?? t('none')}</dd>
        <dt>{t('Arrived')}</dt>
        <dd>
          <Moment at={event.receivedAt} />
        </dd>
        <dt>{t('Replayed')}</dt>
        <dd>{event.replayedAt === null ? t('not yet') : <Moment at={event.replayedAt} />}</dd>
        <dt>{t('Id of the event')}</dt>
        <dd>{event.eventId ?? t('none was sent')}</dd>
      </dl>
      <JsonText title={t('As it was sent, card numbers masked')} value={event.body} />
      <div className={styles.actions}>
        <CopyLink />
        {eventType !== null && (
          <button type="button" className="button" onClick={() => filter({ type: eventType })}>
            {t('All of this type')}
          </button>
        )}
      </div>
    </Dialog>
  )
}
