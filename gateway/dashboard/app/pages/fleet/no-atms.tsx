import { Link } from '@tanstack/react-router'
import { useRole } from '../../api/session.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Card, Empty } from '../../ui/widget.tsx'
import styles from './fleet.module.css'

/** What a fleet without ATMs has in place of its figures: the ways to its first ones. */
export const NoAtms = () => {
  const mayRegister = useRole('ADMIN', 'BCOS_ADMIN', 'MSP_ADMIN')
  return (
    <Card title={t('No ATMs yet')}>
      <Empty>
        <p>{t('An ATM appears here when its agent first reports, or when it is registered.')}</p>
        {mayRegister && (
          <p className={styles.ways}>
            <Link to={PATHS.atms} search={{ register: true }} className="button" data-kind="main">
              {t('Register an ATM')}
            </Link>
            <Link to={PATHS.atms} search={{ open: 'import' }} className="button">
              {t('Import ATMs')}
            </Link>
          </p>
        )}
      </Empty>
    </Card>
  )
}
