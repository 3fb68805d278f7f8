import { DownloadOutlined } from '@ant-design/icons'
import { ContentType } from '@tessera/contract'
import { samplePath } from '@tessera/contract/wire'
import { Button, Tabs } from 'antd'
import { kindIcon } from '../../kinds/kind-icon.tsx'
import { useKindName } from '../../kinds/use-kind-name.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ownEdgeUrl } from '../../lib/own-edge.ts'
import { uploadPhrases } from './phrases.ts'
import styles from './upload.module.css'

/** Describes the five kinds of data, one at a time: the contents of the .zip, and a sample. */
export function KindGuide() {
  const t = usePhrases(uploadPhrases)
  const nameOf = useKindName()
  return (
    <section aria-label={t('guide.title')}>
      <p style={{ fontWeight: 600 }}>{t('guide.title')}</p>
      <Tabs
        size="small"
        items={ContentType.options.map((kind) => ({
          key: kind,
          icon: kindIcon(kind),
          label: nameOf(kind),
          children: <Layout kind={kind} />,
        }))}
      />
    </section>
  )
}

function Layout({ kind }: { kind: ContentType }) {
  const t = usePhrases(uploadPhrases)
  return (
    <div className="t-stack t-stack-tight">
      <p>{t(`guide.${kind}`)}</p>
      <pre className={styles.layout}>{t(`guide.${kind}.layout`)}</pre>
      <p className="t-soft">{t(`guide.${kind}.also`)}</p>
      <div>
        <Button
          size="small"
          icon={<DownloadOutlined aria-hidden="true" />}
          href={`${ownEdgeUrl()}${samplePath(kind)}`}
          download={`sample-${kind}.zip`}
        >
          {t('guide.sample')}
        </Button>
      </div>
    </div>
  )
}
