import { Empty } from '../../ui/widget.tsx'

export const VendorsPage = () => (
  <div className="page">
    <Empty>Nothing here yet.</Empty>
  </div>
)
