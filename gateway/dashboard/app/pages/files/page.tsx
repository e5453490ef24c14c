import { Empty } from '../../ui/widget.tsx'

export const FilesPage = () => (
  <div className="page">
    <Empty>Nothing here yet.</Empty>
  </div>
)
