import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { wordsOf } from '../api/problem.ts'
import { Failed } from '../ui/widget.tsx'

/** A page that does not load or draw fails within the shell, which stays. */
export const PageFailed = ({ error }: ErrorComponentProps) => (
  <div className="page">
    <Failed what="This page" why={wordsOf(error)} retry={() => location.reload()} />
  </div>
)

export const NotFound = () => (
  <div className="page">
    <p style={{ margin: 'auto', padding: 24, textAlign: 'center' }}>
      There is no page at this address.{' '}
      <Link to="/" className="link">
        Go to the fleet
      </Link>
    </p>
  </div>
)
