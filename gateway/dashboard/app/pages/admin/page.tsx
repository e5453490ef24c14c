import { Empty } from '../../ui/widget.tsx'

export const AdminPage = () => (
  <div className="page">
    <Empty>Nothing here yet.</Empty>
  </div>
)
