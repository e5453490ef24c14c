import { IconSend } from '@tabler/icons-react'
import { useAction } from '../../api/client.ts'
import {
  type DeadLettersQuery,
  ReplayAnalyticsDeadLetterDocument,
  ReplayFleetDeadLetterDocument,
  ReplayIncidentDeadLetterDocument,
  ReplayJournalDeadLetterDocument,
} from '../../gql/graphql.gen.ts'
import { CopyLink } from '../../ui/copy-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { count, dayTime } from '../../ui/format.ts'
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
    onSuccess: () => sayDone('The message is replayed; if it fails again it is listed here again.'),
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
    <Dialog title={`Dead letter of ${letter.topic}`} close={close} side="right">
      <p className={styles.fault}>{letter.error}</p>
      <dl className={styles.details}>
        <dt>Reader</dt>
        <dd>{letter.consumerGroup}</dd>
        <dt>Key</dt>
        <dd>{letter.key}</dd>
        <dt>Institution</dt>
        <dd>{letter.institutionKey ?? 'none'}</dd>
        <dt>Tried</dt>
        <dd>
          {count(letter.attempts)} times, from {dayTime(letter.firstAttemptAt)} to {dayTime(letter.lastAttemptAt)}
        </dd>
        <dt>Sent once more</dt>
        <dd>
          {letter.replayedAt === null
            ? 'not yet'
            : `${dayTime(letter.replayedAt)} by ${letter.replayedBy ?? 'an unknown user'}`}
        </dd>
        <dt>Id of the message</dt>
        <dd>{letter.messageId ?? 'none'}</dd>
      </dl>
      {letter.message === null ? (
        <p className={styles.quiet}>The message is longer than 64 KiB and not kept here.</p>
      ) : (
        <JsonText title="The message" value={letter.message} />
      )}
      <div className={styles.actions}>
        <CopyLink />
        {letter.replayedAt === null && (
          <button type="button" className="button" data-kind="main" disabled={busy} onClick={send}>
            <IconSend size={16} stroke={2} aria-hidden />
            Send once more
          </button>
        )}
      </div>
    </Dialog>
  )
}
