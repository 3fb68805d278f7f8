import { DownloadOutlined } from '@ant-design/icons'
import { ContentType } from '@tessera/contract'
import { samplePath } from '@tessera/contract/wire'
import { Button, Tabs } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useDownload } from '../../lib/use-download.ts'
import { ErrorNote } from '../../ui/index.ts'
import styles from './dataset.module.css'
import { kindIcon } from './kind-icon.tsx'
import { phrases } from './phrases.ts'

/** What an archive of each kind looks like inside; names that mean something to the edge are the same in all languages. */
const LAYOUTS: Record<ContentType, string> = {
  tabular: 'cases.csv\n  patient,age,chol,diagnosis\n  P-1,63,233,0\n  P-2,41,204,1',
  vision: 'normal/0001.png\nnormal/0002.png\npneumonia/0003.png',
  yolo: 'images/0001.jpg\nlabels/0001.txt      0 0.52 0.40 0.20 0.31\nclasses.txt          helmet',
  nlp: 'notes.csv\n  text,label\n  "No fever since Monday.",improved',
  graph: 'nodes.csv            id,f1,f2,label\nedges.csv            source,target',
}

/** The five kinds of data, one at a time: what goes into the .zip, and a sample of it. */
export function KindGuide() {
  const t = usePhrases(phrases)
  return (
    <section aria-label={t('guide.title')}>
      <p style={{ fontWeight: 600 }}>{t('guide.title')}</p>
      <Tabs
        size="small"
        items={ContentType.options.map((kind) => ({
          key: kind,
          icon: kindIcon(kind),
          label: t(`kind.${kind}`),
          children: <Layout kind={kind} />,
        }))}
      />
    </section>
  )
}

function Layout({ kind }: { kind: ContentType }) {
  const t = usePhrases(phrases)
  const sample = useDownload({
    path: samplePath(kind),
    at: 'edge',
    name: `sample-${kind}`,
    extension: 'zip',
    page: paths.myData(),
  })
  return (
    <div className="t-stack t-stack-tight">
      <p>{t(`guide.${kind}`)}</p>
      <pre className={styles.layout}>{LAYOUTS[kind]}</pre>
      <p className="t-soft">{t(`guide.${kind}.also`)}</p>
      <div>
        <Button
          size="small"
          icon={<DownloadOutlined aria-hidden="true" />}
          loading={sample.isPending}
          onClick={() => sample.mutate()}
        >
          {t('guide.sample')}
        </Button>
      </div>
      <ErrorNote error={sample.error} />
    </div>
  )
}
