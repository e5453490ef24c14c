import { IconSend } from '@tabler/icons-react'
import { useAction } from '../../api/client.ts'
import {
  type DeadLettersQuery,
  ReplayAnalyticsDeadLetterDocument,
  ReplayFleetDeadLetterDocument,
  ReplayIncidentDeadLetterDocument,
  ReplayJournalDeadLetterDocument,
} from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { CopyLink } from '../../ui/copy-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dayTime } from '../../ui/format.ts'
import { JsonText } from '../../ui/text/json-text.tsx'
import { sayDone, sayFailed } from '../../ui/toast/toast.tsx'
import styles from './parts/admin.module.css'
import type { LetterService } from './search.ts'

export type DeadLetter = NonNullable<DeadLettersQuery['journalDeadLetters']>['content'][number]

const useSendAgain = (service: LetterService, id: string) => {
  const actions = {
    journal: useAction(ReplayJournalDeadLetterDocument),
    analytics: useAction(ReplayAnalyticsDeadLetterDocument),
    incident: useAction(ReplayIncidentDeadLetterDocument),
    fleet: useAction(ReplayFleetDeadLetterDocument),
  }
  const callbacks = {
    onSuccess: () => sayDone(t('The message is replayed; if it fails again it is listed here again.')),
    onError: sayFailed,
  }
  return {
    busy: actions[service].isPending,
    send: () => actions[service].mutate({ id }, callbacks),
  }
}

type DeadLetterDrawerProps = {
  readonly letter: DeadLetter
  readonly service: LetterService
  readonly close: () => void
}

/** A message that could not be handled, with why; when the cause is mended it is sent once more. */
export const DeadLetterDrawer = ({ letter, service, close }: DeadLetterDrawerProps) => {
  const { busy, send } = useSendAgain(service, letter.id)
  return (
    <Dialog title={t('Dead letter of {topic}', { topic: letter.topic })} close={close} side="right">
      <p className={styles.fault}>{letter.error}</p>
      <dl className={styles.details}>
        <dt>{t('Reader')}</dt>
        <dd>{letter.consumerGroup}</dd>
        <dt>{t('Key')}</dt>
        <dd>{letter.key}</dd>
        <dt>{t('Institution')}</dt>
        <dd>{letter.institutionKey ?? t('none')}</dd>
        <dt>{t('Tried')}</dt>
        <dd>
          {tn(letter.attempts, '{n} time, from {from} to {to}', '{n} times, from {from} to {to}', {
            from: dayTime(letter.firstAttemptAt),
            to: dayTime(letter.lastAttemptAt),
          })}
        </dd>
        <dt>{t('Sent once more')}</dt>
        <dd>
          {letter.replayedAt === null
            ? t('not yet')
            : t('{time} by {person}', {
                time: dayTime(letter.replayedAt),
                person: letter.replayedBy ?? t('an unknown user'),
              })}
        </dd>
        <dt>{t('Id of the message')}</dt>
        <dd>{letter.messageId ?? t('none')}</dd>
      </dl>
      {letter.message === null ? (
        <p className={styles.quiet}>{t('The message is longer than 64 KiB and not kept here.')}</p>
      ) : (
        <JsonText title={t('The message')} value={letter.message} />
      )}
      <div className={styles.actions}>
        <CopyLink />
        {letter.replayedAt === null && (
          <button type="button" className="button" data-kind="main" disabled={busy} onClick={send}>
            <IconSend size={16} stroke={2} aria-hidden />
            {t('Send once more')}
          </button>
        )}
      </div>
    </Dialog>
  )
}
