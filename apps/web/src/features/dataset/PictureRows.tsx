import { AppstoreOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { Dataset } from '@tessera/contract'
import { Segmented } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { rowsQuery } from './api.ts'
import { LabelFilter } from './LabelFilter.tsx'
import { PictureGrid } from './PictureGrid.tsx'
import { phrases } from './phrases.ts'
import { RowPages } from './RowPages.tsx'
import { useRowView } from './use-row-view.ts'

/** A dataset's pictures, a page at a time, straight from the party's own edge. */
export function PictureRows({ dataset }: { dataset: Dataset }) {
  const t = usePhrases(phrases)
  const state = useRowView()
  const rows = useQuery(rowsQuery(dataset.tableName, state.view))
  const [{ look }, setUrl] = useUrlState({ look: 'grid' })
  return (
    <>
      <div className="t-toolbar">
        <Segmented
          aria-label={t('picture.look')}
          value={look}
          options={[
            { value: 'grid', icon: <AppstoreOutlined />, label: t('picture.look.grid') },
            { value: 'table', icon: <UnorderedListOutlined />, label: t('picture.look.table') },
          ]}
          onChange={(value) => setUrl({ look: value }, { replace: true })}
        />
        {dataset.contentType === 'vision' && <LabelFilter dataset={dataset} state={state} />}
      </div>
      <RowPages state={state} rows={rows}>
        <PictureGrid rows={rows} labelColumns={dataset.labelColumns} asTable={look === 'table'} />
      </RowPages>
    </>
  )
}
