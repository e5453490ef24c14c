import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { wordsOf } from '../../api/problem.ts'
import { t, tc, tn } from '../../language/texts.ts'
import { count, share } from '../../ui/format.ts'
import { SearchField } from '../../ui/list/filter-bar.tsx'
import { Failed } from '../../ui/widget.tsx'
import type { FileText, TextPart, TextState } from './file-text.ts'
import { Line } from './line.tsx'
import { useFileText } from './use-file-text.ts'
import { type Found, useFind } from './use-find.ts'
import styles from './viewer.module.css'

const LINE_HEIGHT = 20
/** Lines above what is jumped to, so that one sees what came before. */
const LEAD = 3
/** A box cannot be taller than browsers draw: of more lines than this a stretch is shown at a time. */
const MAX_LINES = 1_000_000

type Marked = { readonly from: number | undefined; readonly to: number | undefined }

type LinesProps = Marked & {
  readonly text: FileText
  readonly lines: number
  readonly find: string | undefined
  readonly hit: number | undefined
}

const startOf = (line: number): number => Math.floor((line - 1) / MAX_LINES) * MAX_LINES

const Window = ({ start, lines, go }: { start: number; lines: number; go: (start: number) => void }) =>
  lines <= MAX_LINES ? null : (
    <div className={styles.window}>
      <span>
        {t('Lines {from} to {to} of {total}', {
          from: count(start + 1),
          to: count(Math.min(lines, start + MAX_LINES)),
          total: count(lines),
        })}
      </span>
      <button
        type="button"
        className="button"
        data-size="small"
        disabled={start === 0}
        onClick={() => go(start - MAX_LINES)}
      >
        {t('Earlier')}
      </button>
      <button
        type="button"
        className="button"
        data-size="small"
        disabled={start + MAX_LINES >= lines}
        onClick={() => go(start + MAX_LINES)}
      >
        {tc('lines', 'Later')}
      </button>
    </div>
  )

/** The lines that fit the box, and a few around them; the others have their place and nothing else. */
const Lines = ({ text, lines, from, to, find, hit }: LinesProps) => {
  const box = useRef<HTMLElement>(null)
  const goal = hit ?? from
  const [start, setStart] = useState(startOf(goal ?? 1))
  const virtual = useVirtualizer({
    count: Math.min(MAX_LINES, lines - start),
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  })
  const shown = virtual.getVirtualItems()
  const [first, last] = [(shown[0]?.index ?? 0) + start + 1, (shown.at(-1)?.index ?? 0) + start + 1]
  useEffect(() => text.need(first, last), [text, first, last])
  useLayoutEffect(() => {
    if (goal === undefined || goal > lines || box.current === null) return
    if (startOf(goal) === start) box.current.scrollTop = Math.max(0, goal - start - 1 - LEAD) * LINE_HEIGHT
    else setStart(startOf(goal))
  }, [goal, lines, start])
  const end = to ?? from
  const digits = String(lines).length
  return (
    <>
      <Window start={start} lines={lines} go={setStart} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section ref={box} className={styles.scroll} dir="ltr" tabIndex={0} aria-label={t('Lines of the journal')}>
        <div className={styles.inner} style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, start: top, key }) => {
            const number = start + index + 1
            return (
              <Line
                key={key}
                number={number}
                text={text.line(number)}
                top={top}
                digits={digits}
                isMarked={from !== undefined && end !== undefined && number >= from && number <= end}
                isHit={number === hit}
                find={find}
              />
            )
          })}
        </div>
      </section>
    </>
  )
}

/** How many lines were found, which of them is shown, and how much of the file that is of while it is searched. */
const foundText = ({ lines, searched, isCut }: Found, at: number): string => {
  if (lines.length === 0)
    return searched < 1
      ? t('Nothing in the {share} searched so far', { share: share(searched, 1, 0) })
      : t('Not in this file')
  const total = isCut
    ? tn(lines.length, 'more than {n} line', 'more than {n} lines')
    : tn(lines.length, '{n} line', '{n} lines')
  const shown = at < 0 ? total : t('{n} of {total}', { n: count(at + 1), total })
  return searched < 1 && !isCut ? t('{lines} in {share}', { lines: shown, share: share(searched, 1, 0) }) : shown
}

const Hits = ({ found, at, go }: { found: Found; at: number; go: (at: number) => void }) => {
  const { lines } = found
  return (
    <span className={styles.steps}>
      <span className={styles.note} role="status">
        {foundText(found, at)}
      </span>
      <button type="button" aria-label={t('Previous line found')} disabled={at <= 0} onClick={() => go(at - 1)}>
        <IconChevronUp size={16} aria-hidden />
      </button>
      <button
        type="button"
        aria-label={t('Next line found')}
        disabled={at + 1 >= lines.length}
        onClick={() => go(at + 1)}
      >
        <IconChevronDown size={16} aria-hidden />
      </button>
    </span>
  )
}

type ViewerProps = Marked & {
  readonly fileId: number
  readonly parts: readonly TextPart[]
  readonly find: string | undefined
  readonly onFind: (find: string | undefined) => void
}

const noteOf = ({ lines, loaded, parts }: TextState): string => {
  if (lines === null) return ''
  const all = tn(lines, '{n} line', '{n} lines')
  return loaded < parts ? t('{lines}; {share} read', { lines: all, share: share(loaded, parts, 0) }) : all
}

/** The masked text of a file: of 32 MiB only what somebody looks at is read. */
export const Viewer = ({ fileId, parts, from, to, find, onFind }: ViewerProps) => {
  const [text, state] = useFileText(fileId, parts)
  const found = useFind(text, find)
  const [at, setAt] = useState(-1)
  useEffect(() => setAt(find === undefined || from !== undefined ? -1 : 0), [find, from])
  return (
    <section className={styles.viewer} aria-label={t('Journal text')}>
      <div className={styles.bar}>
        <h2>{t('Journal text')}</h2>
        <span className={styles.note}>{noteOf(state)}</span>
        <span className={styles.spring} />
        {find !== undefined && <Hits found={found} at={at} go={setAt} />}
        <SearchField label={t('Find in this file')} value={find} onChange={onFind} />
      </div>
      {state.error !== null && (
        <div className={styles.failed}>
          <Failed what={t('The text')} why={wordsOf(state.error)} retry={text.retry} />
        </div>
      )}
      {state.lines === null ? (
        state.error === null && (
          <div className={styles.scroll} aria-busy="true" role="status" aria-label={t('Loading the text')} />
        )
      ) : (
        <Lines text={text} lines={state.lines} from={from} to={to} find={find} hit={found.lines[at]} />
      )}
    </section>
  )
}
