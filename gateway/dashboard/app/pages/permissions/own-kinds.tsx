import { IconCheck, IconLock, IconMinus } from '@tabler/icons-react'
import { useDocument } from '../../api/client.ts'
import { OwnPermissionsDocument, type TaskKind } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { Loaded } from '../../ui/widget.tsx'
import { TASK_KINDS } from '../tasks/kinds.rules.ts'
import { GRANTABLE, NEVER } from './matrix.rules.ts'
import styles from './permissions.module.css'

const Grant = ({ kind, granted }: { readonly kind: TaskKind; readonly granted: boolean }) => {
  const Icon = granted ? IconCheck : TASK_KINDS[kind].grantable ? IconMinus : IconLock
  return (
    <span className={granted ? styles.granted : styles.denied}>
      <Icon size={16} stroke={2.2} aria-hidden />
      {granted ? t('You may push it') : TASK_KINDS[kind].grantable ? t('Not granted to you') : t('Never for customers')}
    </span>
  )
}

/** What a caller may push who may not see the matrix. */
export const OwnKinds = () => {
  const query = useDocument(OwnPermissionsDocument, {})
  return (
    <Loaded query={query} what={t('Your permissions')} roots={['myTaskKinds']} pick={({ myTaskKinds }) => myTaskKinds}>
      {(mine) => (
        <>
          <p className={styles.intro}>
            {t(
              'Your role may not see or set the permissions of institutions; your service provider does. What you may push yourself:',
            )}
          </p>
          <ul className={styles.own}>
            {[...GRANTABLE, ...NEVER].map((kind) => (
              <li key={kind}>
                <b>{TASK_KINDS[kind].label}</b>
                <Grant kind={kind} granted={mine.includes(kind)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  )
}
