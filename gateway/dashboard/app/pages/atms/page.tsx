import { Empty } from '../../ui/widget.tsx'

export const AtmsPage = () => (
  <div className="page">
    <Empty>Nothing here yet.</Empty>
  </div>
)
