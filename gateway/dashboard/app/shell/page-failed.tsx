import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { wordsOf } from '../api/problem.ts'
import { rich } from '../language/rich.ts'
import { t } from '../language/texts.ts'
import { Failed } from '../ui/widget.tsx'

/** A page that does not load or draw fails within the shell, which stays. */
export const PageFailed = ({ error }: ErrorComponentProps) => (
  <div className="page">
    <Failed what={t('This page')} why={wordsOf(error)} retry={() => location.reload()} />
  </div>
)

export const NotFound = () => (
  <div className="page">
    <p style={{ margin: 'auto', padding: 24, textAlign: 'center' }}>
      {rich('There is no page at this address. {fleet}', {
        fleet: (
          <Link to="/" className="link">
            {t('Go to the fleet')}
          </Link>
        ),
      })}
    </p>
  </div>
)
