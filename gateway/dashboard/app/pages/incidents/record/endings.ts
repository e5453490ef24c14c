import type { IncidentRowFragment as Incident, IncidentEnder } from '../../../gql/graphql.gen.ts'
import { t, tn } from '../../../language/texts.ts'
import { duration, moment } from '../../../ui/format.ts'

/** What has to happen for an incident to end without anybody's doing here. */
const ENDER_WORDS: Readonly<Record<IncidentEnder, string>> = {
  IN_SERVICE: t('It ends as soon as the ATM reports that it is in service.'),
  SERVICED: t('It ends when the ATM is back in service after a supervisor visit that came after the last event.'),
  SIGN_OF_LIFE: t('It ends with the next event or heartbeat of the ATM.'),
  CONTACT: t('It ends as soon as the ATM is heard again.'),
  CHILDREN: t('It ends when fewer than three of its ATMs are still down.'),
  CASSETTE_OK: t('It ends with an inventory that shows the cassette in order.'),
  QUIET: t('It ends when nothing more is heard of it.'),
  HAND: t('No rule ends incidents of this kind: a person has to resolve it.'),
}

/** What somebody can do so that it ends. */
const NEXT_WORDS: Readonly<Record<IncidentEnder, string>> = {
  IN_SERVICE: t('Bring the ATM back: a restart may be enough, else send a technician.'),
  SERVICED: t('Send a technician to the ATM.'),
  SIGN_OF_LIFE: t('Ask the site for power.'),
  CONTACT: t('Ask the site whether the ATM has power and a network.'),
  CHILDREN: t('Look for what these ATMs have in common: a line, a host, a power supply.'),
  CASSETTE_OK: t('Have the cassette filled or repaired.'),
  QUIET: t('Watch it: if it goes on, look into its cause.'),
  HAND: t('Look at its events, deal with the cause, and resolve it.'),
}

type Ending = { readonly next: string | null; readonly how: string }

/** How an incident ends, and what to do for it. */
export const endingOf = ({ ending, source, flapping, occurrenceCount }: Incident, now: number): Ending | null => {
  if (ending === null) return null
  const { by, at } = ending
  if (source === 'MANUAL')
    return {
      next: t('Deal with it, and resolve it when it is over.'),
      how: t('It was opened by hand: events of its kind join it, but only a person resolves it.'),
    }
  if (by === 'QUIET' && at !== null) {
    const left = Date.parse(at) - now
    const how =
      left <= 0
        ? t('It ends any moment now, if nothing more is heard of it until then.')
        : t('It ends at {time}, in {duration}, if nothing more is heard of it until then.', {
            time: moment(at),
            duration: duration(left),
          })
    return { next: NEXT_WORDS.QUIET, how }
  }
  const waits =
    occurrenceCount > 1
      ? tn(
          occurrenceCount,
          'It is flapping: it opened and ended four times within 30 minutes, {n} event so far.',
          'It is flapping: it opened and ended four times within 30 minutes, {n} events so far.',
        )
      : t('It is flapping: it opened and ended four times within 30 minutes.')
  return {
    next: NEXT_WORDS[by],
    how: flapping ? `${ENDER_WORDS[by]} ${waits} ${t('It stays open until 30 minutes of quiet.')}` : ENDER_WORDS[by],
  }
}
