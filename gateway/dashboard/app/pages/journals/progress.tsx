import { IconCircleCheck, IconHourglassEmpty } from '@tabler/icons-react'
import { useDocument } from '../../api/client.ts'
import { FetchProgressDocument, type FetchProgressQuery } from '../../gql/graphql.gen.ts'
import { t, tc, tn } from '../../language/texts.ts'
import { count, moment } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { Loaded } from '../../ui/widget.tsx'
import styles from './progress.module.css'
import type { Sending as State } from './use-requests.ts'

/** Requests that are on their way to the platform. */
export const Sending = ({ state: { sent, of } }: { readonly state: State }) => (
  <div className={styles.progress} role="status">
    <IconHourglassEmpty size={18} stroke={2} aria-hidden />
    <p className={styles.words}>
      <b>{of === null ? t('Asking for journals…') : tn(of, 'Asking for {n} journal…', 'Asking for {n} journals…')}</b>
    </p>
    <progress className={styles.bar} value={sent} max={of ?? Math.max(1, sent * 2)} aria-label={t('Requests sent')} />
  </div>
)

type Progress = NonNullable<FetchProgressQuery['journalFetchProgress']>

const waitingText = (waiting: number): string =>
  tn(
    waiting,
    '{n} on the way: an agent sends when it is next heard of, within 24 hours.',
    '{n} on the way: an agent sends when it is next heard of, within 24 hours.',
  )

const lostText = (lost: number): string =>
  tn(
    lost,
    '{n} did not come within 24 hours and is missing again.',
    '{n} did not come within 24 hours and are missing again.',
  )

const Come = ({ progress, since, close }: { progress: Progress; since: string; close: () => void }) => {
  const { asked, waiting, closed, reopened } = progress
  const isDone = waiting === 0
  const Icon = isDone ? IconCircleCheck : IconHourglassEmpty
  return (
    <div className={styles.progress} data-done={isDone || undefined} role="status">
      <Icon size={18} stroke={2} aria-hidden />
      <p className={styles.words}>
        <b>
          {tn(asked, '{closed} of {n} journal has come', '{closed} of {n} journals have come', {
            closed: count(closed),
          })}
        </b>
        <small>
          {t('Asked for by you from {time} on.', { time: moment(since) })}
          {waiting > 0 && ` ${waitingText(waiting)}`}
          {reopened > 0 && ` ${lostText(reopened)}`}
        </small>
      </p>
      <progress
        className={styles.bar}
        value={closed}
        max={Math.max(1, asked)}
        aria-label={t('Journals that have come')}
      />
      <button type="button" className="button" data-size="small" onClick={close}>
        {isDone ? tc('action', 'Done') : t('Hide')}
      </button>
    </div>
  )
}

/**
 * How many of the caller's requests since a moment have come; the platform counts, so that a reload or another device
 * says the same.
 */
export const Asked = ({ since, close }: { readonly since: string; readonly close: () => void }) => {
  const query = useDocument(FetchProgressDocument, { since }, { everyMs: 10_000, topics: ['gaps'] })
  return (
    <Loaded
      query={query}
      what={t('The progress')}
      roots={['journalFetchProgress']}
      pick={(data) => data.journalFetchProgress}
      skeleton={<SkeletonBlock height={40} />}
    >
      {(progress) => (progress.asked === 0 ? null : <Come progress={progress} since={since} close={close} />)}
    </Loaded>
  )
}
