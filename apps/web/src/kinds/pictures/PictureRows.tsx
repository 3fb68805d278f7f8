import { AppstoreOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { dataKindOf } from '@tessera/contract'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { LabelFilter } from '../LabelFilter.tsx'
import { kindPhrases } from '../phrases.ts'
import { RowPages } from '../RowPages.tsx'
import type { Balances, RowsProps } from '../rows-props.ts'
import { PictureGrid, type PictureLook } from './PictureGrid.tsx'
import type { PictureAddress } from './picture-row.ts'

interface Props extends RowsProps {
  balances: Balances | undefined
  addressOf: PictureAddress
  look: PictureLook
  /** Called when the user switches between grid and table. */
  onLook?: (look: PictureLook) => void
}

/** A page of pictures that the user can view or select. */
export function PictureRows({ dataset, rows, view, onView, sizes, ticks, balances, addressOf, look, onLook }: Props) {
  return (
    <>
      <div className="t-toolbar">
        {onLook && <LookSwitch look={look} onLook={onLook} />}
        {dataKindOf(dataset.contentType).marks === null && (
          <LabelFilter dataset={dataset} balances={balances} view={view} onView={onView} />
        )}
      </div>
      <RowPages rows={rows} view={view} onView={onView} {...(sizes && { sizes })}>
        <PictureGrid
          name={dataset.name}
          rows={rows}
          labelColumns={dataset.labelColumns}
          addressOf={addressOf}
          look={look}
          {...(ticks && { ticks })}
        />
      </RowPages>
    </>
  )
}

function LookSwitch({ look, onLook }: { look: PictureLook; onLook: (look: PictureLook) => void }) {
  const t = usePhrases(kindPhrases)
  const option = (value: PictureLook, icon: ReactNode) => ({ value, icon, label: t(`picture.look.${value}`) })
  return (
    <Segmented<PictureLook>
      aria-label={t('picture.look')}
      value={look}
      options={[option('grid', <AppstoreOutlined />), option('table', <UnorderedListOutlined />)]}
      onChange={onLook}
    />
  )
}
