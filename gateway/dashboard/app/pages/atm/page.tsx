import { Empty } from '../../ui/widget.tsx'

export const AtmPage = () => (
  <div className="page">
    <Empty>Nothing here yet.</Empty>
  </div>
)
