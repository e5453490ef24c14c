import { Empty } from '../../ui/widget.tsx'

export const IncidentsPage = () => (
  <div className="page">
    <Empty>Nothing here yet.</Empty>
  </div>
)
