import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useCallback } from 'react'
import { useDocument } from '../../api/client.ts'
import { FileDocument, FileTextDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { date } from '../../ui/format.ts'
import { usePageName } from '../../ui/page-name.ts'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { type SearchChange, usePageSearch } from '../../use-page-search.ts'
import { JournalTabs } from '../journals/tabs.tsx'
import styles from './file.module.css'
import { type FileOf, Head } from './head.tsx'
import type { FileSearch } from './search.ts'
import { Transactions } from './transactions.tsx'

const Viewer = lazyPart(async () => (await import('./viewer.tsx')).Viewer)

const NoFile = () => (
  <section className="page">
    <Empty>
      <p>{t('There is no such file, or it is not visible to you.')}</p>
      <Link to={PATHS.files} className="link">
        {t('All files')}
      </Link>
    </Empty>
  </section>
)

/** Lines that were marked are no longer shown once a text is looked for. */
const CHANGE: SearchChange<FileSearch> = {
  expand: (part) => (part.find === undefined ? part : { from: undefined, to: undefined, ...part }),
  resetScroll: false,
}

type TextProps = {
  readonly file: FileOf
  readonly search: FileSearch
  readonly change: (part: Partial<FileSearch>) => void
}

const TextSkeleton = () => <SkeletonBlock height={520} radius={12} />

const Text = ({ file, search, change }: TextProps) => {
  const query = useDocument(FileTextDocument, { id: file.id }, { everyMs: 0 })
  const onFind = useCallback((find: string | undefined) => change({ find }), [change])
  return (
    <Loaded
      query={query}
      what={t('The text')}
      roots={['journalFileText']}
      pick={(data) => data.journalFileText}
      skeleton={<TextSkeleton />}
    >
      {({ parts, sizeBytes }) =>
        sizeBytes === 0 ? (
          <Empty>{t('The file is empty.')}</Empty>
        ) : (
          <Suspense fallback={<TextSkeleton />}>
            <Viewer
              key={file.id}
              fileId={file.id}
              parts={parts}
              from={search.from}
              to={search.to}
              find={search.find}
              onFind={onFind}
            />
          </Suspense>
        )
      }
    </Loaded>
  )
}

/** A journal file: what is known of it, its masked text, and its transactions beside. */
export const FilePage = () => {
  const id = Number(useParams({ from: PATHS.file }).fileId)
  const { search, change } = usePageSearch(PATHS.file, CHANGE)
  const known = Number.isSafeInteger(id) && id > 0
  const query = useDocument(FileDocument, { id: known ? id : 0 }, { everyMs: 15_000, topics: ['gaps'], enabled: known })
  const file = query.isPlaceholderData ? undefined : query.data?.data.journalFile
  usePageName(file ? t('Journal of {atm}, {date}', { atm: file.agentAtmId, date: date(file.journalDate) }) : undefined)
  const isMissing =
    !known || (query.data !== undefined && query.data.data.journalFile === null && query.data.faults.length === 0)
  return (
    <>
      <JournalTabs bare />
      {isMissing ? (
        <NoFile />
      ) : (
        <Loaded
          query={query}
          what={t('The file')}
          roots={['journalFile']}
          pick={(data) => data.journalFile}
          skeleton={<SkeletonBlock height={130} radius={12} />}
        >
          {(file) => (
            <>
              <Head file={file} />
              <div className={styles.columns}>
                <Text file={file} search={search} change={change} />
                <Transactions file={file} search={search} onPage={(page) => change({ page })} />
              </div>
            </>
          )}
        </Loaded>
      )}
    </>
  )
}
