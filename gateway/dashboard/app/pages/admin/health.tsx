import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../language/texts.ts'
import { timeSeconds } from '../../ui/format.ts'
import styles from './parts/admin.module.css'
import { Mark } from './parts/mark.tsx'

const SERVICES = [
  { path: '', name: t('Gateway'), does: t('serves this page, the graph and every path') },
  { path: '/incident', name: t('Incident'), does: t('events, incidents, states of ATMs') },
  { path: '/journal', name: t('Journal'), does: t('journal files, gaps, transactions') },
  { path: '/analytics', name: t('Analytics'), does: t('fleet health, coverage, insights') },
  { path: '/devices', name: t('Devices'), does: t('the list of ATMs with their badges') },
  { path: '/fleet', name: t('Fleet'), does: t('tasks and who may push them') },
  { path: '/claims', name: t('Claims'), does: t('vendors') },
  { path: '/agent-proxy', name: t('Agent proxy'), does: t('what the ATMs’ agents talk to') },
] as const

type Answer = { readonly state: 'UP' | 'DOWN' | 'SILENT'; readonly tookMs: number }

const TIMEOUT_MS = 5_000

/** Up or down, as a service says; its details are not shown here. */
const ask = async (path: string): Promise<Answer> => {
  const begin = performance.now()
  const tookMs = () => performance.now() - begin
  try {
    const response = await fetch(`${path}/actuator/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body: unknown = await response.json()
    const status: unknown = Object(body).status
    return { state: status === 'UP' ? 'UP' : status === 'DOWN' ? 'DOWN' : 'SILENT', tookMs: tookMs() }
  } catch {
    return { state: 'SILENT', tookMs: tookMs() }
  }
}

const State = ({ answer }: { readonly answer: Answer | undefined }) => {
  if (answer === undefined) return <Mark tone="none">{t('Asking')}</Mark>
  if (answer.state === 'UP') return <Mark tone="ok">{t('Up')}</Mark>
  return answer.state === 'DOWN' ? <Mark tone="bad">{t('Down')}</Mark> : <Mark tone="bad">{t('No answer')}</Mark>
}

/** Whether each service answers and says that it is well. */
export const Health = () => {
  const query = useQuery({
    queryKey: ['health'],
    queryFn: () => Promise.all(SERVICES.map(({ path }) => ask(path))),
    refetchInterval: 15_000,
    meta: { topics: [] },
  })
  return (
    <>
      <div className={styles.note}>
        <span aria-live="polite">
          {query.data === undefined
            ? t('Each service is asked for its health.')
            : t('{up} of {total} services are up, at {time}.', {
                up: query.data.filter(({ state }) => state === 'UP').length,
                total: SERVICES.length,
                time: timeSeconds(query.dataUpdatedAt),
              })}{' '}
          {t('The details of a service are shown to its operators only.')}
        </span>
        <button type="button" className="button" onClick={() => void query.refetch({ cancelRefetch: false })}>
          <IconRefresh size={16} stroke={2} aria-hidden />
          {t('Ask again')}
        </button>
      </div>
      <ul className={styles.services} aria-busy={query.isPending}>
        {SERVICES.map(({ path, name, does }, index) => {
          const answer = query.data?.[index]
          return (
            <li key={name} data-bad={(answer !== undefined && answer.state !== 'UP') || undefined}>
              <span>
                <b>{name}</b>
                <small>{does}</small>
              </span>
              <span className={styles.when}>
                <State answer={answer} />
                <small>
                  {answer === undefined
                    ? '\u00a0'
                    : t('{milliseconds}\u00a0ms', { milliseconds: Math.round(answer.tookMs) })}{' '}
                  · <bdi dir="ltr">{`${path}/actuator/health`}</bdi>
                </small>
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
