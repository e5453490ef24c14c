import { useDocument } from '../../../api/client.ts'
import { WebhookDeliveriesDocument, type WebhookDeliveriesQuery } from '../../../gql/graphql.gen.ts'
import { t, tn } from '../../../language/texts.ts'
import { Age } from '../../../ui/age.tsx'
import { dayTime } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/widget.tsx'
import admin from '../parts/admin.module.css'
import { ListSkeleton } from '../parts/list-skeleton.tsx'
import { Mark } from '../parts/mark.tsx'
import { EVENT_WORDS } from './webhook-words.ts'
import styles from './webhooks.module.css'

type Delivery = NonNullable<WebhookDeliveriesQuery['webhookDeliveries']>['content'][number]

const DeliveryMark = ({ delivery: { status, attempts } }: { readonly delivery: Delivery }) => {
  if (status === 'DELIVERED') return <Mark tone="ok">{t('Taken')}</Mark>
  if (status === 'FAILED') return <Mark tone="bad">{t('Given up')}</Mark>
  return attempts === 0 ? <Mark tone="wait">{t('Waits')}</Mark> : <Mark tone="run">{t('Tried again')}</Mark>
}

const whatOf = ({ event, incidentId }: Delivery): string =>
  event === null ? t('Test') : t('{event}: incident {id}', { event: EVENT_WORDS[event], id: incidentId ?? '' })

/** How often it was sent, why it failed, and when it is sent again. */
const storyOf = ({ attempts, reason, nextAttemptAt }: Delivery): string =>
  [
    tn(attempts, '{n} attempt', '{n} attempts'),
    ...(reason === null ? [] : [reason]),
    ...(nextAttemptAt === null ? [] : [t('next at {time}', { time: dayTime(nextAttemptAt) })]),
  ].join(' · ')

/** The newest deliveries of a webhook. */
export const Deliveries = ({ id }: { readonly id: number }) => {
  const query = useDocument(WebhookDeliveriesDocument, { id, status: null }, { everyMs: 2_000 })
  return (
    <section className={styles.deliveries} aria-label={t('Deliveries')}>
      <h3>{t('Deliveries')}</h3>
      <Loaded
        query={query}
        what={t('Deliveries')}
        roots={['webhookDeliveries']}
        pick={({ webhookDeliveries }) => webhookDeliveries}
        skeleton={<ListSkeleton />}
      >
        {({ content }) =>
          content.length === 0 ? (
            <p className={admin.quiet}>{t('Nothing was sent in the last 30 days.')}</p>
          ) : (
            <ul>
              {content.map((delivery) => (
                <li key={delivery.id}>
                  <span>{whatOf(delivery)}</span>
                  <DeliveryMark delivery={delivery} />
                  <small>
                    {storyOf(delivery)} · <Age at={delivery.createdAt} />
                  </small>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
