import { IconAlertCircle, IconArrowRight, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Component, type ReactNode, useId } from 'react'
import type { Answer, DocumentResult } from '../api/client.ts'
import { type Fault, RequestError } from '../api/problem.ts'
import { rich } from '../language/rich.ts'
import { t } from '../language/texts.ts'
import { BadgeGlyph } from './badge.tsx'
import { duration, moment } from './format.ts'
import { SkeletonRows } from './skeleton.tsx'
import styles from './widget.module.css'

type CardProps = {
  /** The id of the panel in the page, for links to it. */
  readonly id?: string
  readonly title: string
  /** A few words beside the title. */
  readonly note?: ReactNode
  /** Where the rows behind the figures are. */
  readonly link?: LinkProps
  readonly linkLabel?: string
  /** Chips and buttons at the right of the title. */
  readonly aside?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A panel with a title. */
export const Card = ({ id, title, note, link, linkLabel = t('All'), aside, className, children }: CardProps) => {
  const titleId = useId()
  return (
    <section id={id} className={`${styles.card} ${className ?? ''}`} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        <span className={styles.spring} />
        {aside}
        {link !== undefined && (
          <Link {...link} className={styles.more} data-control aria-label={`${linkLabel}: ${title}`}>
            {linkLabel}
            <IconArrowRight size={14} stroke={2} aria-hidden />
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}

/** The chip beside a figure that is not whole: which service did not answer, and when. */
export const Partial = ({ services, at }: { readonly services: readonly string[]; readonly at: number }) =>
  services.length === 0 ? null : (
    <span className={styles.partial} role="status">
      <IconPlugConnectedX size={13} stroke={2.2} aria-hidden />
      <span>
        {rich('{partial} · {services} service did not answer · {at}', {
          partial: <b>{t('Partial')}</b>,
          services: services.join(', '),
          at: moment(at),
        })}
      </span>
    </span>
  )

/** The services behind the names of `degradedSources`, such as `journal` of `journal.gaps`. */
export const servicesOf = (sources: readonly string[]): readonly string[] => [
  ...new Set(sources.map((source) => source.split('.')[0] ?? source)),
]

export const Empty = ({ children, good = false }: { readonly children: ReactNode; readonly good?: boolean }) => (
  <div className={styles.empty}>
    {good && <BadgeGlyph badge="IN_SERVICE" size={22} />}
    <div>{children}</div>
  </div>
)

const NoPermission = ({ why }: { readonly why: string }) => (
  <div className={styles.empty}>
    <IconLock size={22} stroke={1.75} aria-hidden />
    <div>{why}</div>
  </div>
)

type FailedProps = { readonly what: string; readonly why: string; readonly lastAt?: number; readonly retry: () => void }

export const Failed = ({ what, why, lastAt, retry }: FailedProps) => (
  <div className={styles.failed} role="alert">
    <IconAlertCircle size={18} stroke={2} aria-hidden />
    <div>
      <p className={styles.failedTitle}>{t('{what} cannot be shown', { what })}</p>
      <p className={styles.failedWhy}>
        {why}
        {lastAt !== undefined &&
          lastAt > 0 &&
          ` ${t('Last answer {age} ago.', { age: duration(Date.now() - lastAt) })}`}
      </p>
    </div>
    <button type="button" className={styles.retry} onClick={retry}>
      {t('Try again')}
    </button>
  </div>
)

const faultOfRoot = (faults: readonly Fault[], roots: readonly string[]): Fault | undefined =>
  faults.find(({ path }) => roots.includes(path.split('.')[0] ?? '')) ?? faults.find(({ path }) => path === '')

/** Says since when the content may be out of date, and which service does not answer. */
const Kept = <T,>({ answer, roots }: { readonly answer: Answer<T>; readonly roots: readonly string[] }) => {
  const root = roots.find((one) => answer.kept?.[one] !== undefined)
  const at = root === undefined ? undefined : answer.kept?.[root]
  if (root === undefined || at === undefined) return null
  const service = answer.faults.find(({ path }) => path === root)?.service
  return (
    <p className={styles.kept} role="status">
      <IconPlugConnectedX size={13} stroke={2.2} aria-hidden />
      <span>
        <b>{t('Last known, of {at}', { at: moment(at) })}</b> ·{' '}
        {service === null || service === undefined
          ? t('a service does not answer')
          : t('the {service} service does not answer', { service })}
      </span>
    </p>
  )
}

type LoadedProps<T, V> = {
  readonly query: DocumentResult<T>
  /** What the panel shows of the answer; null where it is missing. */
  readonly pick: (data: T) => V | null | undefined
  /** The root fields that it comes from, by their names in the document; their faults are shown. */
  readonly roots: readonly (keyof T & string)[]
  /** What it is, as in "Open incidents cannot be shown". */
  readonly what: string
  readonly skeleton?: ReactNode
  readonly children: (value: V, answer: Answer<T>) => ReactNode
}

/** Shows a part of an answer, or in the same place why there is none: still under way, refused, or failed. */
export const Loaded = <T, V>({ query, pick, roots, what, skeleton, children }: LoadedProps<T, V>) => {
  if (query.isPending)
    return (
      <div aria-busy="true" role="status" aria-label={t('Loading {what}', { what })} className={styles.skeleton}>
        {skeleton ?? <SkeletonRows rows={6} />}
      </div>
    )
  const value = query.data === undefined ? undefined : pick(query.data.data)
  if (query.data !== undefined && value !== null && value !== undefined)
    return (
      <div className={styles.body} data-stale={query.isPlaceholderData || undefined}>
        <Kept answer={query.data} roots={roots} />
        {children(value, query.data)}
      </div>
    )
  const faults = query.data?.faults ?? (query.error instanceof RequestError ? query.error.faults : [])
  const fault = faultOfRoot(faults, roots) ?? faults[0]
  if (fault?.code === 'FORBIDDEN') return <NoPermission why={fault.message} />
  const why = fault?.message ?? t('The platform gave no answer.')
  return <Failed what={what} why={why} lastAt={query.dataUpdatedAt} retry={() => void query.refetch()} />
}

/** A panel that fails to draw takes down itself, never the page. */
export class Fence extends Component<
  { readonly what: string; readonly children: ReactNode },
  { readonly broken: boolean }
> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    const { what } = this.props
    return (
      <section className={styles.card}>
        <Failed what={what} why={t('It could not be drawn.')} retry={() => this.setState({ broken: false })} />
      </section>
    )
  }
}

type WidgetProps<T, V> = Omit<CardProps, 'children' | 'aside'> &
  Omit<LoadedProps<T, V>, 'what'> & {
    /** The services that did not bring their part of a value that is there; the panel is marked with them. */
    readonly degraded?: (value: V) => readonly string[]
    readonly aside?: ReactNode
  }

/** A panel over a part of the page's document, in all of its states. */
export const Widget = <T, V>({
  query,
  pick,
  roots,
  skeleton,
  degraded,
  aside,
  children,
  ...card
}: WidgetProps<T, V>) => {
  const value = query.data === undefined ? undefined : pick(query.data.data)
  const services = value === null || value === undefined ? [] : (degraded?.(value) ?? [])
  const chip = <Partial services={services} at={query.data?.at ?? 0} />
  return (
    <Fence what={card.title}>
      <Card
        {...card}
        aside={
          <>
            {chip}
            {aside}
          </>
        }
      >
        <Loaded query={query} pick={pick} roots={roots} what={card.title} skeleton={skeleton}>
          {children}
        </Loaded>
      </Card>
    </Fence>
  )
}
