import { Empty } from '../../ui/widget.tsx'

export const IncidentPage = () => (
  <div className="page">
    <Empty>Nothing here yet.</Empty>
  </div>
)
