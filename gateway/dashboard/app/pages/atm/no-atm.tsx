import { Link } from '@tanstack/react-router'
import { useDocument } from '../../api/client.ts'
import { FormerAtmDocument, type FormerAtmQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { dayTime } from '../../ui/format.ts'
import { usePageName } from '../../ui/page-name.ts'
import { Empty, Loaded } from '../../ui/widget.tsx'

type Assignment = NonNullable<FormerAtmQuery['assignments']>[number]

type FormerProps = { readonly id: number; readonly assignments: readonly [Assignment, ...Assignment[]] }

/** What the former institution can still see of an ATM that was moved away from it. */
const FormerAtm = ({ id, assignments }: FormerProps) => {
  const [{ agentAtmId, to }] = assignments
  usePageName(agentAtmId)
  const month = to.slice(0, 7)
  return (
    <>
      <p>
        {t('{atm} was moved to another institution, {time}. What it did until then is still here.', {
          atm: agentAtmId,
          time: dayTime(to),
        })}
      </p>
      <ul>
        {assignments.map((one) => (
          <li key={one.to}>
            {t('Of {institution} from {from} to {to}', {
              institution: one.institutionKey,
              from: dayTime(one.from),
              to: dayTime(one.to),
            })}
          </li>
        ))}
      </ul>
      <Link to={PATHS.incidents} search={{ atm: id, status: 'RESOLVED' }} className="link">
        {t('Its incidents')}
      </Link>
      <Link to={PATHS.availability} search={{ month }} className="link">
        {t('Availability of that month')}
      </Link>
      <Link to={PATHS.files} search={{ atm: agentAtmId }} className="link">
        {t('Its journals')}
      </Link>
    </>
  )
}

const Nothing = ({ id }: { readonly id: string }) => (
  <p>{t('There is no ATM {id}, or it is not of the institutions that you look at.', { id })}</p>
)

/** What there is of an ATM that the caller does not see: perhaps it was one of the caller's institutions before. */
export const NoAtm = ({ id, isId }: { readonly id: string; readonly isId: boolean }) => {
  const query = useDocument(FormerAtmDocument, { id: isId ? Number(id) : 0 }, { enabled: isId })
  return (
    <div className="page">
      <Empty>
        {isId ? (
          <Loaded
            query={query}
            what={t('The ATM')}
            roots={['assignments']}
            // Null without a fault: there is no such ATM.
            pick={({ assignments }) =>
              assignments ?? (query.data?.faults.some(({ path }) => path === 'assignments') ? null : [])
            }
          >
            {([first, ...others]) =>
              first === undefined ? <Nothing id={id} /> : <FormerAtm id={Number(id)} assignments={[first, ...others]} />
            }
          </Loaded>
        ) : (
          <Nothing id={id} />
        )}
        <Link to={PATHS.atms} className="link">
          {t('All ATMs')}
        </Link>
      </Empty>
    </div>
  )
}
