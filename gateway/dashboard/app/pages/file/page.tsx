import { Empty } from '../../ui/widget.tsx'

export const FilePage = () => (
  <div className="page">
    <Empty>Nothing here yet.</Empty>
  </div>
)
