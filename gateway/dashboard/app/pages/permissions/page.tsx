import { Empty } from '../../ui/widget.tsx'

export const PermissionsPage = () => (
  <div className="page">
    <Empty>Nothing here yet.</Empty>
  </div>
)
