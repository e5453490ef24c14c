import { Empty } from '../../ui/widget.tsx'

export const EvidencePage = () => (
  <div className="page">
    <Empty>Nothing here yet.</Empty>
  </div>
)
