import { Empty } from '../../ui/widget.tsx'

export const InsightsPage = () => (
  <div className="page">
    <Empty>Nothing here yet.</Empty>
  </div>
)
