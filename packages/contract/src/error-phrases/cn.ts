import { CLOCK_TOLERANCE_SECONDS, EDGE_TOKEN_SECONDS, PASSWORD_LENGTH, USERNAME_MAX } from '../account.ts'
import { TASK_LIMITS } from '../figures.ts'
import type { en } from './en.ts'

/** The texts of all error codes in Chinese. If a code is missing, the code does not compile. */
export const cn = {
  internal: '系统内部出错，请重试。若再次出现，请联系管理员。',
  'request.failed': '系统内部出错，请重试。若再次出现，请把此请求编号告诉管理员：{{requestId}}',
  'request.malformed': '请求的字段“{{field}}”被拒绝：{{fieldProblem}}。请更正后重新发送。',
  'request.nul': '“{{field}}”的文本含有无法保存的空字符（NUL），请去除后重试。',
  'request.half-character': '“{{field}}”的文本含有无法保存的不完整字符，请去除后重试。',
  'request.too-deep': '请求内容的嵌套超过 {{limit}} 层，请减少嵌套层数后重试。',
  'request.page': '“{{field}}”必须是 1 到 {{limit}} 之间的整数。',
  'request.form-broken': '文件未完整到达：表单中断，或不是表单。请以 multipart/form-data 重新发送。',
  'request.too-large': '请求内容过大，请减少每次发送的数据。',
  'request.too-many': '请求过于频繁，请稍等一分钟再试。',
  'request.wrong-host': '不能用该名称访问本服务器，请改用 {{url}}。',
  'route.not-found': '该地址不存在。',
  'session.missing': '请先登录。',
  'session.expired': '登录已过期，请重新登录。',
  'party.required': '请先加入或创建机构。',
  'party.not-member': '您不是该机构的成员。',
  'party.admin-only': '只有机构管理员可以执行此操作。',
  'party.not-found': '该机构不存在。',
  'party.id-taken': '该机构编号已被使用，请换一个。',
  'party.name-taken': '该机构名称已被使用，请换一个。',
  'party.name-en-taken': '该机构英文名称已被使用，请换一个。',
  'party.name-en-unusable':
    "英文名称只能使用不带变音符号的英文字母 A–Z、数字、空格和 . _ - ( ) & '，并以字母或数字开头：写 Mueller，不写 Müller；不能用汉字。",
  'party.name-required': '请填写机构名称、英文名称和数字编号。',
  'party.already-member': '您已经是该机构的成员。',
  'invite.invalid': '邀请码无效、已使用或已过期，请索取新的邀请码。',
  'account.login-failed': '用户名或密码错误。',
  'account.captcha-wrong': '图形验证码错误，请输入新的验证码。',
  'account.locked': '失败次数过多，请在 {{minutes}} 分钟后再试。',
  'account.decrypt-failed': '密码无法解密，请刷新页面后重试。',
  'account.contact-required': '请填写手机号或邮箱。',
  'account.phone-invalid': '手机号格式不正确。',
  'account.email-invalid': '邮箱格式不正确。',
  'account.phone-taken': '该手机号已注册。',
  'account.email-taken': '该邮箱已注册。',
  'account.username-taken': '该用户名已被使用，请换一个。',
  'account.username-invalid': `用户名为 1 至 ${USERNAME_MAX} 个字符，词与词之间最多一个空格，不能是手机号或邮箱。`,
  'account.password-weak': `密码为 ${PASSWORD_LENGTH.least} 至 ${PASSWORD_LENGTH.most} 位，须含字母、数字和 !@#$%^&*()_+. 中的一个符号，不能含空格。`,
  'account.password-mismatch': '两次输入的密码不一致。',
  'account.old-password-wrong': '原密码错误。',
  'account.code-wrong': '验证码错误或已过期，请重新获取。',
  'account.code-too-soon': '验证码刚刚发送，请等待 {{seconds}} 秒。',
  'account.code-not-sent': '验证码发送失败，请稍后重试或联系管理员。',
  'account.department-fixed': '您已选择过部门，如需更改请联系本机构的管理员。',
  'account.department-unknown': '该机构没有这个部门。',
  'file.too-large': '文件超过 {{limit}}。',
  'file.not-picture': '只能使用 PNG、JPEG 或 WebP 图片。',
  'file.picture-broken': '图片无法读取：文件已损坏，或内容与格式不符。请重新保存后再上传。',
  'file.picture-too-wide': '图片超过 {{limit}} 百万像素，请缩小后再上传。',
  'file.picture-unknown': '平台没有这张图片，请先上传。',
  'file.too-many': '一次最多发送 {{most}} 个文件，合计不超过 {{megabytes}} MB；其余的请另行发送。',
  'file.missing': '没有收到文件，请重新选择并上传。',
  'edge.node-key-taken': '该节点密钥已属于另一机构。请为每个数据节点使用独立的数据目录后重新接入。',
  'edge.enrolment-invalid': '节点接入码无效、已使用或已过期，请向机构管理员索取新的接入码。',
  'signing.no-such-move': '没有等待确认的新地址：本数据节点的地址是 {{edgeUrl}}。请重新加载页面。',
  'edge.handover-needed':
    '本机构已有数据节点，且尚未批准由本机接替。请签署人在该数据节点的成员页面为密钥 {{key}} 和地址 {{edgeUrl}} 批准，并将页面给出的文本设为 EDGE_HANDOVER 后启动本机。如果该数据节点已丢失，请管理员先在机构管理页将其吊销并重新生成接入命令；与其共同训练过的机构会收到通知。',
  'edge.handover-refused':
    'EDGE_HANDOVER 不是本机构数据节点为密钥 {{key}} 和地址 {{edgeUrl}} 出具的批准，或已超过 {{hours}} 小时。请签署人在该数据节点的成员页面重新生成。',
  'edge.unknown': '该数据节点未接入，或已被替换。',
  'edge.clock-off': `该数据节点的时钟与平台相差 {{seconds}} 秒（+ 表示快于平台），超过允许的 ${CLOCK_TOLERANCE_SECONDS / 60} 分钟。请双方管理员校准时钟。`,
  'edge.session-required': '请先在该数据节点的页面 {{page}} 用您的 PIN 或通行密钥登录。仅凭平台令牌不能进行此操作。',
  'edge.session-unknown': '该数据节点的名单中没有 {{username}}。请检查拼写，或请签署人添加您。',
  'edge.session-another-user':
    '此浏览器的控制台正由 {{user}} 使用。请以 {{user}} 的身份登录数据节点，或先以 {{username}} 登录控制台。',
  'edge.machine-unknown':
    '该数据节点的名单中没有此密钥，可能已被签署人移除。请联系签署人在成员页面重新生成：{{signers}}。',
  'edge.machine-over': '{{name}} 的密钥有效期至 {{date}}，现已过期。请联系签署人在成员页面重新生成：{{signers}}。',
  'edge.machine-reads-only': '程序使用自己的密钥只能读取数据。此操作需要由人员登录后进行。',
  'edge.proof-refused':
    '此请求无法证明来自您登录所用的浏览器：{{proofCheck}}。请重新加载页面；若仍无效，请在该页面退出并重新登录。',
  'edge.token-required': '该数据节点需要本机构的访问令牌。',
  'edge.token-refused': `令牌不属于该数据节点，或签发已超过 ${EDGE_TOKEN_SECONDS / 60} 分钟。请重新加载页面；若仍无效，则数据节点或平台的时钟有误。`,
  'edge.clock-behind': '令牌的签发时间在未来：数据节点的时钟比平台慢 {{seconds}} 秒。请双方管理员校准时钟。',
  'edge.platform-away': '暂时无法连接平台。已完成的操作已保存，请稍后再试。',
  'edge.platform-untrusted':
    '该数据节点不信任平台的证书（{{detail}}）。接入时，请原样使用控制台给出的接入命令，或在 PLATFORM_CA 中指定其证书颁发机构文件。若此前一直正常，则可能有其他服务器冒充平台，请联系网络管理员。',
  'edge.platform-expired':
    '平台的证书已过期或尚未生效（{{detail}}）。请平台运营方更新证书（TLS_CERT）；如证书有效，则本机时钟有误。',
  'platform.no-space': '平台或其数据库的磁盘已满，此次操作未保存。请联系平台运营方清理磁盘后重试。',
  'platform.no-free-space':
    '平台磁盘已满：剩余 {{free}} MB，平台数据库需要 {{needed}} MB，此次操作未保存。请联系平台运营方清理磁盘后重试。',
  'edge.no-space': '数据节点磁盘空间不足，请至少清理出 {{needed}} 后重试。',
  'edge.no-memory': '数据节点内存不足，无法完成此操作。请减少一次读取的数据，或等数据节点空闲后再试。',
  'dataset.not-found': '该数据集已不存在。',
  'dataset.not-allowed': '您无权查看该数据集的内容。',
  'dataset.owner-only': '只有创建者或机构管理员可以删除该数据集。',
  'dataset.name-required': '请填写数据集名称和简介。',
  'dataset.name-taken': '您已有同名数据集，请换一个名称。',
  'dataset.upload-again': '该上传内容已保存，或因久未保存而失效。请先查看“我的数据”；若没有，请重新上传。',
  'dataset.zip-only': '请上传 .zip 文件。',
  'dataset.zip-broken': '压缩包无法读取：文件已损坏或不完整，请重新打包后上传。',
  'dataset.zip-empty': '压缩包中没有数据表。请放入一个带表头的 CSV 文件。',
  'dataset.zip-many': '压缩包中有 {{count}} 个数据表（{{names}}），请只放一个，或先合并。',
  'dataset.csv-empty': '数据表没有数据行。',
  'dataset.in-use': '该数据集正在用于训练，任务：{{tasks}}。请先在任务中停止训练或等待结束，再删除数据集。',
  'dataset.column-unknown': '该数据集没有列 {{column}}。',
  'dataset.filter-number': '列 {{column}} 是数值，“{{value}}”不是数字。',
  'dataset.filter-date':
    '“{{value}}”不是日期。请为列 {{column}} 填写日期（2026-03-31）或日期和时间（2026-03-31 14:30）。',
  'dataset.filter-boolean': '列 {{column}} 只有 true 和 false，没有“{{value}}”。',
  'dataset.graph-whole': '图数据只能整体提供，请选择全部节点和类别。',
  'dataset.mapping-name': '列 {{column}} 重复指定，或已另有用途。请重新选择列。',
  'dataset.conversion-refused':
    '列 {{column}} 的值不能全部按任务要求的类型读取。请选择“仅我选择的行”并提供全部数据，数据节点会显示是哪个值。',
  'dataset.not-numbers':
    '列 {{column}} 无法按数字读取：编号 {{row}} 的行为“{{value}}”（共 {{count}} 个值不是数字）。请改选其他列，或只选择该列为数字的行，或更正文件后重新上传。',
  'dataset.number-either':
    '列 {{column}} 有两种读法：编号 {{row}} 的行为“{{value}}”，其中，逗号可能是小数点，也可能是千位分隔符。请在文件中改为明确的写法后重新上传，或改选其他列。',
  'dataset.not-answers':
    '列 {{column}} 无法按“是/否”读取：编号 {{row}} 的行为“{{value}}”（共 {{count}} 个值两者都不是）。请改选其他列，或更正文件后重新上传。',
  'dataset.class-without-rows': '列 {{column}} 中没有任何一行属于类别“{{class}}”。请从数据已有的类别中选择。',
  'dataset.values-number': '列 {{column}} 按数值读取，不能同时更改取值的名称。请改为按文本读取，或保留原取值。',
  'dataset.value-name': '列 {{column}} 的某个取值改成的名称为空、首尾有空格或超过 {{most}} 个字符。请换一个名称。',
  'dataset.rows-unknown': '所选内容中有 {{count}} 条已不在该数据集中，请重新选择。',
  'dataset.rows-repeated':
    '所选的 {{ids}} 个 id 对应 {{rows}} 行，因为该数据集中的 id 有重复。请重新上传该文件，数据行将自动编号。',
  'dataset.zip-path': '压缩包被拒绝：文件名“{{name}}”指向压缩包之外。',
  'dataset.zip-name': '压缩包被拒绝：其中第 {{number}} 个文件的名称过长或无法识别。',
  'dataset.zip-link': '压缩包被拒绝：“{{name}}”是链接，请放入文件本身。',
  'dataset.zip-device': '压缩包被拒绝：“{{name}}”是设备，不是文件。',
  'dataset.zip-twice': '压缩包被拒绝：其中有两个文件同名“{{name}}”，请只保留一个。',
  'dataset.zip-method': '“{{name}}”的压缩方式不受支持，请用常规方式（Deflate）重新打包。',
  'dataset.zip-overlap':
    '压缩包被拒绝：“{{name}}”的数据与其他文件重叠，这是压缩炸弹的特征。请用常见的压缩软件重新创建。',
  'dataset.zip-count': '压缩包声明有 {{count}} 个文件，实际列出的更多。请换用其他软件重新打包，或拆成几个。',
  'dataset.zip-list-large': '压缩包被拒绝：文件列表超过 {{limit}}。',
  'dataset.zip-large': '压缩包被拒绝：解压后为 {{size}}，上限为 {{limit}}。',
  'dataset.zip-damaged': '压缩包中的“{{name}}”已损坏，或与声明的大小不符，请重新打包后上传。',
  'dataset.zip-file-large': '“{{name}}”超过这类文件的上限 {{limit}}。',
  'dataset.zip-nested': '压缩包中还有一个压缩包“{{name}}”，请解压后把文件直接放入。',
  'dataset.file-encoding': '“{{file}}”既不是 UTF-8 也不是 GB18030 编码，请另存为 UTF-8。',
  'dataset.text-damaged':
    '“{{file}}”第 {{line}} 行含有不是 UTF-8 的字节，与文件其余部分不同。请更正该行，或将整个文件另存为 UTF-8。',
  'dataset.line-long': '“{{file}}”第 {{line}} 行过长，无法读取，请检查是否缺少换行。',
  'dataset.json-frame': '“{{file}}”不是完整的 JSON 文档，第 {{line}} 行之后无法读取，请重新保存该文件。',
  'dataset.json-broken':
    '“{{file}}”第 {{line}} 行开始的内容不是有效的 JSON 对象。.jsonl 文件每行一个对象，如 {"text": "…", "label": "…"}；.json 文件为这些对象的列表。',
  'dataset.json-no-text':
    '在“{{file}}”中找不到文本：每个对象的最外层需有字段“text”，如 {"text": "…", "label": "…"}，每行一个或放在一个列表中。表格请另存为 CSV、XLSX 或 Parquet，图请另存为 nodes.csv 和 edges.csv。',
  'dataset.field-unknown':
    '“{{file}}”第 {{line}} 行的字段“{{field}}”无法识别，请删除该字段，或参考上传对话框中的示例。',
  'dataset.field-type': '“{{file}}”第 {{line}} 行字段“{{field}}”的内容不符合要求，请参考上传对话框中的示例。',
  'dataset.row-width': '“{{file}}”第 {{line}} 行有 {{found}} 个值，但共有 {{expected}} 列。',
  'dataset.row-quote': '“{{file}}”第 {{line}} 行的引号没有闭合。',
  'dataset.row-long': '“{{file}}”第 {{line}} 行的文本超过 {{limit}} 个字符，请拆分。',
  'dataset.no-text': '“{{file}}”第 {{line}} 行没有文本。',
  'dataset.text-empty': '“{{file}}”中没有文本，请补上文本或去掉该文件。',
  'dataset.text-long': '“{{file}}”的文本超过 {{limit}} 个字符，请拆分。',
  'dataset.no-label': '“{{file}}”第 {{line}} 行没有“{{column}}”。',
  'dataset.tags-length': '“{{file}}”第 {{line}} 行有 {{tokens}} 个词元，却有 {{tags}} 个标记。',
  'dataset.tag-missing': '“{{file}}”第 {{line}} 行有词元没有标记。',
  'dataset.tag-untyped': '“{{file}}”第 {{line}} 行的标记“{{tag}}”缺少类型，请写成 B-PER 之类，或写 O。',
  'dataset.tag-first': '“{{file}}”中，标记写在了词元前面。请每行写一个词元，标记在后，如“北京 B-LOC”。',
  'dataset.label-list':
    '“{{file}}”第 {{line}} 行的“{{field}}”是列表，而第一条文本中是单个标签。请在每条文本（包括第一条）中都写成列表：{"text": "…", "labels": ["x"]}；没有标签时写 []。',
  'dataset.entities-form':
    '“{{file}}”第 {{line}} 行的“{{field}}”应为实体列表，如 [{"start": 0, "end": 2, "label": "PER"}] 或 [[0, 2, "PER"]]。',
  'dataset.entity-range':
    '“{{file}}”第 {{line}} 行有实体超出文本范围、为空或与其他实体重叠。位置从 0 起按字符计数，结束位置不含在内。',
  'dataset.entity-text':
    '“{{file}}”第 {{line}} 行的实体“{{entity}}”与所标位置不符，该位置的文本是“{{found}}”。位置从 0 起按字符计数，结束位置不含在内。请更正位置，或跳过这些行。',
  'dataset.column-needed': '“{{file}}”缺少列“{{column}}”。',
  'dataset.column-not-of-kind': '“{{file}}”的列“{{column}}”无法识别，请删除该列，或参考上传对话框中的示例。',
  'dataset.column-twice': '“{{file}}”有两列表示同一内容：“{{column}}”，请只保留一列。',
  'dataset.texts-unclassed':
    '文本的类别即其所在文件夹，但“{{file}}”没有可与其他类别区分的文件夹，请把每个类别的文本放入各自的文件夹。',
  'dataset.text-deep':
    '文本“{{file}}”所在层级过深：应直接放在以类别命名的文件夹中，类别文件夹之外只能再有 train、val、test 之类的文件夹。请移动该文本。',
  'dataset.rows-none': '压缩包中没有可用的数据。',
  'dataset.format-brat':
    '“{{file}}”是 brat 的标注文件，不受支持。请转换为 JSON Lines，每行一条文本：{"text": "…", "entities": [{"start": 0, "end": 2, "label": "PER", "text": "…"}]}，或转换为 CoNLL（可用 brat 自带的 tools/anntoconll.py）。',
  'dataset.format-label-studio':
    '“{{file}}”是 Label Studio 导出的文件，该格式不受支持。请在 Label Studio 中将带实体的文本导出为 CoNLL2003，将带标注框的图片导出为 YOLO 或 COCO。带类别的文本或图片请上传只含 text（或 name）和 label 两列的表格（CSV）。',
  'dataset.format-entities':
    '“{{file}}”是 {{format}} 格式，不受支持。请将实体导出为 CoNLL（每行一个词元及其标记），或 JSON Lines：{"text": "…", "entities": [{"start": 0, "end": 2, "label": "PER", "text": "…"}]}。',
  'dataset.format-graph':
    '“{{file}}”是 {{format}} 格式，不受支持。请将图转换为两个表格：nodes.csv（id、数值列和 label）和 edges.csv（source 和 target），或在 Python 中用 networkx.node_link_data 转换为 JSON。',
  'dataset.format-cora':
    '“{{file}}”是 Cora 数据集的格式，不受支持。请转换为两个表格：由 .content 文件得到 nodes.csv，表头如 id,w1,w2,…,label；由 .cites 文件得到 edges.csv，表头为 target,source。',
  'dataset.format-neo4j':
    '“{{file}}”的列名是 Neo4j 的导出格式，如 :ID 或 :START_ID。请重新命名：nodes.csv 中改为 id 和 label，其余列只含数值；edges.csv 中改为 source 和 target（以及 weight）。请去掉 :TYPE 列，以及列名后的类型（如 age:int）。',
  'dataset.format-gephi':
    '“{{file}}”是 Gephi 导出的表格。请在 nodes.csv 中保留 Id、数值列和作为 label 的类别（Gephi 的 Label 是节点名称，请删除），并删除 timeset；在 edges.csv 中只保留 Source、Target 和 Weight。',
  'dataset.format-edge-list':
    '“{{file}}”是 {{format}} 发布的边列表，没有节点表。请另存为 edges.csv，表头为 source,target，并去掉以 # 或 % 开头的行；再放入 nodes.csv，列出每个节点的 id、数值列和 label。',
  'dataset.kind-unknown':
    '无法识别压缩包中的内容。支持五种数据：表格（CSV、TSV、XLSX、Parquet）、带类别的图片、带标注框的图片（YOLO、COCO）、文本（CSV、JSONL、CoNLL、文件夹）、图（节点和边）。请在上传对话框中下载示例，查看各自的格式。',
  'dataset.kind-mixed': '压缩包中有两种数据：“{{first}}”和“{{second}}”，请分别打包上传。',
  'dataset.file-twice': '“{{first}}”和“{{second}}”用途相同，请只保留一个。',
  'dataset.document-large': '“{{file}}”过大，不能使用这种 JSON 格式，请改为 nodes.csv 和 edges.csv。',
  'dataset.graph-nodes-missing': '压缩包中只有边而没有节点，请加入列出每个节点的 nodes.csv。',
  'dataset.graph-edges-missing': '压缩包中只有节点而没有边，请加入含 source 和 target 两列的 edges.csv。',
  'dataset.node-unnamed': '“{{file}}”第 {{line}} 行的节点没有 id。',
  'dataset.node-repeated': '“{{file}}”第 {{line}} 行的节点“{{id}}”重复。每个节点请只保留一行，或跳过这些行。',
  'dataset.node-unknown':
    '“{{file}}”第 {{line}} 行的边指向节点“{{id}}”，但节点中没有它。id 按文本比较，1 与 1.0 不同。请补上节点、更正 id，或跳过这些边。',
  'dataset.edge-end-missing': '“{{file}}”第 {{line}} 行的边缺少起点或终点。',
  'dataset.not-a-number': '“{{file}}”第 {{line}} 行的“{{column}}”必须是数字。',
  'dataset.feature-text':
    '“{{file}}”的列“{{column}}”是文本。图的特征必须是数字，只有标签可以是文本。请把该列转换为数字、删除，或改名为 label。',
  'dataset.features-width': '“{{file}}”第 {{line}} 行的节点有 {{found}} 个特征，而第一个节点有 {{expected}} 个。',
  'dataset.not-graph': '该数据集不是图数据，无法绘制图形，请查看其表格和分析。',
  'dataset.zip-encrypted': '压缩包设有密码，请重新制作不带密码的压缩包。',
  'dataset.zip-many-files': '压缩包被拒绝：文件数超过 {{limit}} 个。',
  'dataset.zip-bomb': '压缩包被拒绝：解压后的大小（{{size}}）远超其本身。',
  'dataset.csv-width': '“{{file}}”第 {{line}} 行有 {{found}} 个值，而表头有 {{expected}} 列。',
  'dataset.csv-quote':
    '“{{file}}”第 {{line}} 行的引号没有闭合，或闭合引号后还有文字。值中的引号请写两次（""），不要用反斜杠。',
  'dataset.csv-long': '“{{file}}”第 {{line}} 行过长，不像一行数据，请检查是否缺少换行。',
  'dataset.csv-encoding': '“{{file}}”第 {{line}} 行既不是 UTF-8 也不是 GB18030 编码，请将文件另存为 UTF-8。',
  'dataset.table-broken': '“{{file}}”无法读取：文件已损坏、设有密码，或内容与扩展名不符，请重新保存。',
  'dataset.table-spaced':
    '“{{file}}”看起来是以空格分列的表格，空格不能作为分隔符读取。请另存为 CSV，或用逗号、分号或制表符分列。',
  'dataset.table-foreign': '无法读取“{{file}}”：表格须为 CSV、TSV、XLSX 或 Parquet，请另存为 .xlsx 或 CSV 后上传。',
  'dataset.workbook-large': '“{{file}}”作为工作簿过大（解压后最多 {{limit}}），请将工作表另存为 CSV 后上传。',
  'dataset.workbook-sparse':
    '“{{file}}”无法读取：工作表一直延伸到单元格 {{cell}}，超过 2000 万个单元格。请删除表格之后的行和列，或将工作表另存为 CSV，然后重新上传。',
  'dataset.parquet-bomb': '压缩包被拒绝：“{{file}}”的内容远超其本身大小。请去掉所有值都相同的列，或另存为 CSV。',
  'dataset.parquet-type': '“{{file}}”的列“{{column}}”（{{type}}）不是单个值，表格无法存放，请拆成单值列或删除该列。',
  'dataset.parquet-decimal':
    '“{{file}}”的列“{{column}}”是 {{digits}} 位的十进制数，最多只能读取 {{limit}} 位。请减少位数，或将该列保存为 double 或文本。',
  'dataset.header-empty': '“{{file}}”的表头第 {{position}} 列没有名称。',
  'dataset.header-repeated': '“{{file}}”的表头中列“{{column}}”重复。',
  'dataset.header-reserved': '“{{file}}”中有一列名为“{{column}}”，该名称为保留名称，请改用其他名称。',
  'dataset.header-missing': '“{{file}}”的第一行应为列名，但其中只有数字，请在其上加一行列名。',
  'dataset.header-long': '“{{file}}”的表头第 {{position}} 列的名称超过 {{limit}} 个字符，请缩短。',
  'dataset.header-many': '“{{file}}”有 {{count}} 列，最多可用 {{limit}} 列，请去掉不需要的列。',
  'dataset.header-large': '所有列名合计过长（{{size}}，最多可用 {{limit}}）。请缩短列名后重新上传。',
  'dataset.picture-not-found': '此图片已不存在。',
  'dataset.pictures-none': '压缩包中没有可用的图片。支持的格式：JPEG、PNG、WebP、BMP、TIFF 和 GIF。',
  'dataset.picture-bad':
    '图片“{{file}}”无法读取：已损坏、不完整，或不是 JPEG、PNG、WebP、BMP、TIFF、GIF 格式。请重新保存，或将其排除。',
  'dataset.picture-depth':
    '图片“{{file}}”存储的是测量数值，而不是每通道 8 位或 16 位，亮度无法确定。请转换为 8 位或 16 位，或将其排除。',
  'dataset.picture-wide': '图片“{{file}}”超过 {{limit}} 百万像素。请缩小，或将其排除。',
  'dataset.picture-long': '图片“{{file}}”有一边超过 {{limit}} 像素。请裁成几张，或将其排除。',
  'dataset.pictures-bomb':
    '压缩包被拒绝：其中的图片合计超过 {{limit}} 百万像素，与压缩包的大小不相称。请减小单色大图的尺寸，或将其移出压缩包。',
  'dataset.picture-large': '图片“{{file}}”超过 {{limit}}。请缩小，或将其排除。',
  'dataset.picture-missing': '“{{file}}”第 {{line}} 行的图片“{{name}}”不在压缩包中。',
  'dataset.picture-ambiguous': '“{{file}}”第 {{line}} 行的图片“{{name}}”对应多张图片。请写明文件夹和扩展名。',
  'dataset.picture-repeated': '“{{file}}”第 {{line}} 行重复写了图片“{{name}}”。每张图片只写一行，多个标签请各占一列。',
  'dataset.picture-unlisted': '“{{table}}”中没有图片“{{file}}”。请补上，或将其排除。',
  'dataset.picture-unlabelled': '图片“{{file}}”不在任何类别文件夹中。请移入类别文件夹，或将其排除。',
  'dataset.picture-deep':
    '图片“{{file}}”所在层级过深：应直接放在以类别命名的文件夹中。类别文件夹之外只能再有 train、val、test 之类的文件夹。请移动图片，或在压缩包中放入写明名称和标签的表格（CSV）。',
  'dataset.picture-twin': '图片“{{file}}”和“{{other}}”会共用同一个标签文件，请改为不同的名称。',
  'dataset.label-empty': '“{{file}}”第 {{line}} 行的图片“{{name}}”没有标签。',
  'dataset.labels-missing':
    '图片没有标签。请把图片放入以类别命名的文件夹，或在旁边放一个含 name,label 两列的表格（CSV）。',
  'dataset.labels-many': '压缩包中有多个表格：“{{first}}”和“{{second}}”。请把标签合并到一个表格中。',
  'dataset.labels-table-form': '图片旁的表格“{{file}}”的格式不受支持，请另存为 CSV：一列为图片名，每个标签各占一列。',
  'dataset.labels-boxes-form':
    '“{{file}}”看起来是图片的标签或标注框，但其格式不受支持。标注框请转换为 YOLO（每张图片一个 .txt，另加 classes.txt）或 COCO（JSON）；类别请放入含 name,label 两列的表格（CSV），或用作文件夹名。',
  'dataset.labels-header': '“{{file}}”的第一行应写明列名：一列为图片名（如“文件名”），另外至少一列为标签。',
  'dataset.label-taken': '“{{file}}”中的“{{column}}”不能用作标签名。请改名，或去掉该列。',
  'dataset.label-orphan': '标签文件“{{file}}”没有对应的图片“{{picture}}”。',
  'dataset.boxes-missing':
    '只有图片，没有标注框。请在 labels/ 中为每张图片放一个同名文件，或放入一个 COCO 文件（JSON）。',
  'dataset.boxes-many': '“{{file}}”第 {{line}} 行超出了标注框的数量上限（{{limit}} 个）。',
  'dataset.box-values': '“{{file}}”第 {{line}} 行有 {{found}} 个值，应为五个：类别、x、y、宽、高。',
  'dataset.box-range': '“{{file}}”第 {{line}} 行：{{value}} 不是 0 到 1 之间的数。位置和大小应为占图片的比例。',
  'dataset.box-empty':
    '“{{file}}”第 {{line}} 行的标注框面积为零：宽 {{width}}，高 {{height}}。请删除或更正该标注框，或跳过这些图片。',
  'dataset.box-class': '“{{file}}”第 {{line}} 行：没有编号为 {{class}} 的类别。共有 {{count}} 个类别，从 0 开始编号。',
  'dataset.classes-missing':
    '标注框的类别没有名称。请在压缩包中放入 classes.txt（每行一个名称），或含 names 的 data.yaml。',
  'dataset.classes-differ': '“{{first}}”和“{{second}}”中的类别不同。请只保留一个，或改为一致。',
  'dataset.coco-broken':
    '“{{file}}”中 {{entry}} 缺少字段或类型有误。图片需有 id、file_name、width 和 height；类别需有 id 和 name；标注需有 image_id、category_id 和 bbox。请更正后重新上传。',
  'dataset.coco-id':
    '“{{file}}”中 {{entry}} 与 {{other}} 的 id 同为 {{id}}，无法区分各自的标注框。请为每一项使用不同的 id。',
  'dataset.coco-bbox':
    '“{{file}}”中 {{entry}} 的 bbox 不是四个数（左、上、宽、高）。请在导出时包含标注框，或跳过这些图片。',
  'dataset.coco-shares':
    '“{{file}}”中所有标注框的数值都在 0 到 1 之间（如 {{entry}}），是占图片的比例而不是像素。请分别乘以图片的宽和高，或导出为 YOLO。',
  'dataset.coco-empty':
    '“{{file}}”中 {{entry}} 的标注框面积为零：宽 {{width}}，高 {{height}}。请删除或更正该标注框，或跳过这些图片。',
  'dataset.coco-many': '“{{file}}”中 {{entry}} 超出了标注框的数量上限（{{limit}} 个）。',
  'dataset.coco-missing': '“{{file}}”中 {{entry}} 的图片“{{name}}”不在压缩包中。',
  'dataset.coco-ambiguous': '“{{file}}”中 {{entry}} 的图片“{{name}}”对应多张图片。请写明文件夹和扩展名。',
  'dataset.coco-repeated': '“{{file}}”中 {{entry}} 重复写了图片“{{name}}”。每张图片只保留一项。',
  'dataset.coco-image': '“{{file}}”中 {{entry}} 所属的图片 {{id}} 未在文件中列出。',
  'dataset.coco-category': '“{{file}}”中 {{entry}} 所属的类别 {{id}} 未在文件中列出。',
  'dataset.coco-turned':
    '“{{file}}”带有旋转标记，显示为 {{width}} × {{height}}，而文档中为 {{listedWidth}} × {{listedHeight}}，标注框的位置会不对。请去掉旋转标记后另存，或按显示方向给出尺寸和标注框。',
  'dataset.coco-box':
    '“{{file}}”中 {{entry}} 的标注框超出了 {{width}} × {{height}} 像素的图片。bbox 应为左、上、宽、高（像素），而不是两个角点。请更正，或跳过这些图片。',
  'compare.waiting': '请等待发起方选择数据。',
  'compare.content-type': '数据类型不同：发起方为 {{initiator}}，您的为 {{participant}}。',
  'compare.columns': '以下列与发起方不一致：{{columns}}。',
  'algorithm.not-found': '该算法不存在。',
  'task.not-found': '该任务不存在。',
  'task.name-required': `请填写任务名称，最多 ${TASK_LIMITS.name} 个字符。`,
  'task.description-too-long': `描述最多 ${TASK_LIMITS.description} 个字符。`,
  'task.visibility-alone': '独立研究只由本机构进行，无需审批。请选择公开或私有。',
  'task.not-recruiting': '该任务已经开始。',
  'task.started-as':
    '该任务已作为“{{task}}”使用同一批授权书开始训练。请打开“{{task}}”查看进度；如需再次启动，请等待其结束或将其停止。',
  'task.recruiting-again': '该任务已恢复招募状态。各机构准备就绪后即可启动。',
  'task.copy-training': '该任务的副本“{{task}}”正在使用之前选择的数据训练。请停止或等待其结束，再重新选择。',
  'task.not-allowed': '您无权对该任务执行此操作。',
  'task.initiator-only': '只有发起方可以执行此操作。',
  'task.join-not-allowed': '当前无法加入该任务。',
  'task.private': '该任务为私有任务。',
  'task.already-joined': '您的机构已加入或已申请。',
  'task.quit-training': '任务正在训练，无法退出。',
  'task.quit-finished': '任务已结束，无法退出。',
  'task.disband-training': '任务正在训练，无法解散。',
  'task.disband-finished': '任务已结束，无法解散。',
  'task.delete-unfinished': '只能删除已完成或失败的任务。',
  'task.no-algorithm': '请先选择算法。',
  'task.names-missing': '方案尚不完整：{{parties}} 还没有确认类别名称。',
  'task.names-stale': '数据、列或算法已有变化，请重新查看类别名称并确认。',
  'task.name-not-proposed':
    '“{{column}}”的“{{name}}”不能公开：出现不足 {{fewest}} 次，或数据已有变化。请重新查看类别名称。',
  'task.no-columns': '请先选择特征列和标签列。',
  'task.no-data': '请先选择数据。',
  'task.too-few-parties': '联邦任务至少还需要一个机构，请先邀请。',
  'task.not-all-ready': '{{total}} 个机构中有 {{ready}} 个已就绪。',
  'task.edge-older': '{{party}}的数据节点版本（{{edge}}）比平台（{{platform}}）旧，没有该算法的代码。请其管理员升级。',
  'task.platform-older':
    '{{party}}的数据节点版本（{{edge}}）比平台（{{platform}}）新，没有该算法的代码。请平台运营方升级平台。',
  'task.code-differs':
    '{{party}}的数据节点与平台版本相同（{{platform}}），但该算法的代码不同。请双方管理员确认哪一方有改动。',
  'task.none-ready': '除您之外没有机构就绪。',
  'task.joining-open': '任务仍在招募机构。请发起方先停止招募，再由各机构签署。',
  'task.not-invited': '您的机构未被邀请参与该任务，或邀请已撤回。',
  'task.declined-lately': '该机构谢绝邀请未满 {{hours}} 小时，请过后再邀请。',
  'task.invitation-gone': '该邀请已不存在。',
  'task.joining-closed': '任务已停止招募，各机构正在签署。如需加入，请发起方先重新开放招募。',
  'task.wait-invalid': '等待离线机构的时间须为 {{least}} 至 {{most}} 分钟。',
  'task.fewest-invalid': '一次训练至少需要 {{least}} 个机构，最多为已加入的 {{most}} 个。',
  'task.fewer-than-agreed': '列明的机构中只有 {{ready}} 个已就绪，而授权书要求至少 {{fewest}} 个。',
  'task.label-missing': '请选择标签列；若不需要预测，请先选择不需要标签的算法，再选择列。',
  'task.label-none': '本任务的算法不作预测，没有标签列，因此没有类别可选。',
  'task.label-in-features': '标签列不能同时作为特征列。',
  'task.time-missing': '请选择时间列，即每行的随访时长。',
  'task.time-in-features': '时间列不能同时作为标签或特征。',
  'task.algorithm-other-kind': '所选算法不适用于这类数据，请更换算法或数据。',
  'task.graph-text': '{{column}} 是文本列。图节点的特征必须是数值：请去掉该列，或将其用作标签。',
  'task.column-date': '列 {{column}} 是日期，不能直接使用。请在上传前换算为天数或年份，或不选该列。',
  'task.columns-none': '请至少选择一列。',
  'task.column-unknown': '发起方的数据没有列 {{column}}。',
  'task.classes-none': '请至少选择一个类别。',
  'task.classes-many': '最多可选 {{limit}} 个类别，请减少类别或更换标签列。',
  'task.classes-mixed': '所有类别须属于同一任务和同一机构，请按机构分别提交。',
  'task.classes-label': '标签列为“{{label}}”，不能选择其他列的类别。',
  'task.class-repeated': '类别“{{class}}”被重复选择。',
  'task.class-unknown': '所选类别已发生变化，请重新打开类别编码。',
  'task.class-code-missing': '类别“{{class}}”没有编码，请为每个类别设置编码。',
  'task.class-two-codes': '类别“{{class}}”有两个编码（{{codes}}），同一类别在各机构须使用同一编码。',
  'task.class-code-shared': '编码 {{code}} 对应了两个类别（{{classes}}），每个类别须有各自的编码。',
  'task.class-codes-gaps': '编码须为从 0 到 {{last}} 的连续整数。',
  'task.class-codes-positive': '“{{positive}}”是正类，其编码须大于“{{other}}”的编码。请修改编码，或选择其他正类。',
  'task.type-mismatch':
    '{{party}}：“{{column}}”列的类型为“{{ownType}}”，在其他机构的数据中为“{{taskType}}”。请该机构重新选择数据并签署，或由其他机构先开始训练。',
  'task.codes-missing': '类别编码尚未确定，请先确定编码再开始训练。',
  'task.parameters-invalid': '参数不可用：{{detail}}',
  'task.start-none-of-algorithm': '该算法不能从已有模型开始。',
  'task.start-none': '该任务不从已有模型开始。',
  'task.start-early': '各机构确认类别名称之后，才能判断哪些模型适用。请在此之后选择起始模型。',
  'task.start-not-in-pool': '任务只能从模型池中的模型开始，请从模型池选择。',
  'task.start-algorithm': '模型“{{model}}”属于另一种算法。',
  'task.start-columns': '模型“{{model}}”使用的列或列的顺序与方案不同：{{columns}}。',
  'task.start-categories': '模型“{{model}}”在列“{{column}}”中的类别与方案列出的不同。',
  'task.start-label': '模型“{{model}}”的预测目标与本任务不同。',
  'task.positive-unknown': '没有机构为“{{column}}”确认过类别“{{positive}}”：现有类别为{{classes}}。请从中选择正类。',
  'task.start-classes': '模型“{{model}}”区分的类别为：{{classes}}。方案列出的类别或其顺序不同。',
  'task.start-width': '模型“{{model}}”的隐藏层有 {{width}} 个单元：将此处的隐藏单元数设为相同数值，即可从它开始。',
  'task.start-layers': '模型“{{model}}”的层类型是 {{layers}}：在此处选择相同的类型，即可从它开始。',
  'task.start-side': '模型“{{model}}”使用边长 {{side}} 像素的图片：将此处的边长设为相同数值，即可从它开始。',
  'task.start-clusters': '模型“{{model}}”有 {{clusters}} 个聚类：将此处的聚类数设为相同数值，即可从它开始。',
  'task.start-again': '起始模型“{{model}}”是在旧版本中选择的，保存方式已变更。请重新选择，或不使用起始模型。',
  'task.start-size': '模型“{{model}}”太大，不能作为起始模型：最多 {{most}} 个参数。',
  'task.start-unreadable':
    '模型“{{model}}”的文件中没有可以继续训练的参数。早期版本训练的图片、文本、图和聚类模型不能作为起始模型。',
  'task.environment': '您的机构环境未就绪。请先按“部署环境”页面的提示完成部署。',
  'registration.not-found': '该报名记录不存在。',
  'registration.decided': '该申请已处理。',
  'run.nothing-yet': '还没有可保存的模型：多方训练完成第一轮后才能提前结束。请稍候，或停止训练。',
  'run.none': '该任务没有正在进行的训练。',
  'run.not-found': '该任务没有这次训练。请打开任务，选择其中的一次训练。',
  'run.stopped': '训练已被停止。',
  'run.engine-away': '联邦服务器没有响应，与各机构无关。恢复响应后训练继续；若训练已结束，请重新开始。',
  'run.server-restarting': '联邦服务器正在重新启动，与各机构无关。训练将从最近完成的一步继续。',
  'run.engine-refused': '联邦服务器拒绝了该训练：{{detail}}',
  'run.platform-no-space':
    '平台磁盘已满：剩余 {{free}} MB，需要 {{needed}} MB。训练正在等待空间：请联系平台运营方清理磁盘；如训练已结束，请重新开始。',
  'run.platform-expired':
    '平台自己的证书已于 {{date}} 过期，断开的数据节点无法重新连接，与各机构无关。请平台运营方更换证书（TLS_CERT），之后训练继续；如训练已结束，请重新开始。',
  'run.fleet-expired':
    '联邦服务器的证书已于 {{date}} 过期，与各机构无关。请平台运营方重新启动联邦服务器（详情见其日志），之后训练继续；如训练已结束，请重新开始。',
  'run.server-died':
    '联邦服务器连续 {{times}} 次意外终止，最后一次的原因：{{cause}}。与各机构无关，请告知平台运营方；之后请各机构重新签署，再重新开始，已选择的数据不受影响。',
  'run.updated': '训练期间 Tessera 已更新，已签署的代码不再可用。请各机构重新签署，然后重新开始。',
  'run.edge-lost': '与该机构数据节点的连接已中断。请确认节点正在运行且网络正常，然后重新开始。',
  'run.supernode-lost': '该机构的训练连接已终止，数据节点会自动重启它。就绪后请重新开始任务。',
  'run.worker-died': '该机构的计算进程意外终止（内存不足或被终止）。请减少数据或释放内存后重新开始。',
  'run.code-not-loaded':
    '该机构无法加载算法代码：其安装不完整。请联系其数据节点的管理员重新安装 Tessera（日志会指出缺少什么），然后重新开始。',
  'run.worker-hung':
    '该机构的计算进程 {{seconds}} 秒没有任何响应，已被终止。请重新开始；如再次无响应，请告知其数据节点的管理员。',
  'run.worker-memory':
    '该机构的计算所需内存超过其数据节点允许的 {{mebibytes}} MiB。请减少数据或列，或请其管理员调高 TESSERA_WORKER_MEMORY_MB，然后重新开始。',
  'run.worker-processor':
    '该机构的计算已用完其数据节点允许的 {{minutes}} 分钟处理器时间，已被终止。请减少数据或列后重新开始。',
  'run.worker-disk': '该机构的计算写入超过其数据节点允许的 {{mebibytes}} MiB，已被终止。请联系算法的作者。',
  'run.party-offline': '该机构未能及时连接。请检查其数据节点；若训练已结束，请重新开始。',
  'run.party-silent': '该机构未在规定时间内响应。请检查其数据节点；若训练已结束，请重新开始。',
  'run.result-not-kept': '计算结束，但没有数据节点可以保存的结果。请重新开始；数据节点的日志记录了详情。',
  'run.result-missing': '训练结束但没有可用的模型，请重新开始任务。',
  'run.timeout': '训练超时，已停止。',
  'data.start-altered': '起始模型的参数与签署时的不同。请发起方重新选择起始模型，并由各机构重新签署。',
  'data.no-rows': '所选数据是空的。请选择有内容的数据集并重新签署。',
  'data.too-few-rows': '所选数据过少：只有 {{rows}} 条，至少需要 {{least}} 条。请选择更多数据并重新签署。',
  'data.column-missing': '数据中没有“{{column}}”列。请选择包含该列的数据集，或请发起方去掉该列。',
  'data.type-mismatch':
    '“{{column}}”列在一方是数值，在另一方是文本。请其中一方重新选择数据，届时可按另一种类型读取；或去掉该列。',
  'data.labels-none': '“{{column}}”中没有任何标签在某一方出现得足够多，无法列入方案。请增加数据，或使用更少的标签。',
  'data.label-kind': '标签“{{column}}”的内容为{{heldKind}}，而该算法学习的是{{neededKind}}。请改选其他标签或其他算法。',
  'data.labels-mixed':
    '“{{column}}”在部分机构中每条可有多个标签，在其他机构中每条只有一个类别。请后者把每条写成列表，或把列名改为“多标签”后重新上传；也可以选择适合现有标签的算法。',
  'data.entities-none':
    '“{{column}}”中没有任何实体类型在某一方的足够多条文本中出现，无法列入方案。请增加已标注的文本，或使用更少的类型。',
  'data.boxes-none':
    '“{{column}}”中没有任何标注框类别在某一方的足够多张图片中出现，无法列入方案。请增加图片，或使用更少的类别。',
  'data.texts-unlike': '没有任何字符片段在某一方的足够多条文本中出现，无法学习。请增加文本，或使用更相近的文本。',
  'data.not-numeric': '“{{column}}”列应为数值，但有 {{rows}} 行不是。请更正或清空这些单元格后重新上传数据。',
  'data.too-many-categories':
    '文本列“{{column}}”有 {{categories}} 种不同取值，最多可用 {{most}} 种。如果它是姓名或编号，请去掉该列。',
  'data.label-missing-values': '标签“{{column}}”有 {{rows}} 条为空。请补全，或去掉这些数据后重新签署。',
  'data.label-one-class':
    '标签“{{column}}”中出现得足够多且已由各机构确认的取值不足两种，无法学习。请更换标签或增加数据。',
  'data.label-rare-class':
    '标签“{{column}}”有 {{rows}} 条的取值在任何一方都只出现一次，不能作为类别。请去掉这些数据或合并类别后重新签署；若要预测数值，请选择线性回归等数值算法。',
  'data.label-too-many-classes':
    '标签列“{{column}}”的不同取值超过 {{most}} 种，不能作为类别。如果要预测数值，请选择线性回归等数值算法。',
  'data.time-negative':
    '时间列“{{column}}”有 {{rows}} 行小于零：时间应从该行自己的起点算起。请更正或去掉这些行，然后重新签署。',
  'data.event-not-two':
    '“{{column}}”表示事件是否发生，必须恰好有两种取值（否与是），且各方有足够多的行并已确认。请选择其他列，或去掉其他取值的行。',
  'data.event-which': '“{{column}}”的取值为{{values}}：请说明其中哪个表示事件已发生。',
  'data.label-not-counts':
    '标签“{{column}}”中有不是计数的值：计数须为 0 到 {{most}} 的整数。请更正或排除这些行；如果标签是数值，请选用线性回归等数值算法。',
  'data.label-no-counts': '标签“{{column}}”在各方的所有行中都是 0，没有可学习的内容。请更换标签或增加数据。',
  'data.class-unknown':
    '标签“{{column}}”中的类别“{{class}}”不在本任务约定的类别之内。请重新选择类别（或去掉该类别的数据）并重新签署，确定编码后再开始训练。',
  'data.picture-unreadable':
    '所选图片中有 {{pictures}} 张无法读取：不是 JPEG、PNG 或 WebP 格式，文件不完整，为四色印刷格式（CMYK），或超过一亿像素。请去掉或替换这些图片后重新签署。',
  'data.index-wrong': '授权书所提供的数据与其清单不符，已在数据节点上被改动。请重新签署。',
  'parameter.invalid': '参数“{{name}}”必须是 {{minimum}} 到 {{maximum}} 之间的数。请在算法参数中修改。',
  'parameter.no-choice': '参数“{{name}}”必须是以下之一：{{choices}}。请在算法参数中修改。',
  'parameter.unknown': '该算法没有参数“{{name}}”。请将其从参数中删除。',
  'parameter.withdrawn':
    '选项“{{name}}”已停用：平台可以由这类训练中各方发送的内容（甚至仅由各方的合计）算出原始数据行。请不带该选项重新保存算法参数，届时各机构只在自己的行之间比较（按机构分层）。',
  'train.diverged': '第 {{round}} 轮训练数值发散。请调低学习率后重新开始。',
  'train.implausible':
    '该机构发送的数值不可能来自其数据：其软件可能已损坏或被改动。请检查该机构的 Tessera 后再重新开始。',
  'train.implausible-together':
    '各机构发送的数值不可能全部来自其数据，但无法确定是哪一方：其中某一方的软件可能已损坏或被改动。请逐一检查各机构的 Tessera 后再重新开始。',
  'train.fit-refused':
    '有一方未发送梯度：所请求的系数对其数据的拟合误差超过没有系数时的十倍，而这样的请求可用来探查个别行。可能是某一方的标签与其他各方含义不同（例如 0 与 1 互换），也可能是平台被改动过。请先核对各方标签的含义并检查平台，再重新开始。',
  'train.out-of-bounds':
    '待发送的数值无效或超出了该算法的范围，因此该机构没有发送任何内容。请检查各列中的极端值后重新开始。',
  'train.too-many-coefficients':
    '所选列及其类别共有 {{coefficients}} 个系数，回归最多支持 {{most}} 个。请减少列，或改用其他算法。',
  'train.too-few-events': '各方合计的事件数少于 {{least}}，不足以得出结论。请选择更多的行，或随访时间更长的行。',
  'run.state-refused':
    '平台发来的内容与已签署的方案及上一轮结果不符，该机构已拒绝，未返回任何结果。请联系平台运营方后重新开始。',
  'run.code-refused': '该机构的数据节点无法加载算法。请其管理员检查数据节点的版本和日志，重新签署后再开始。',
  'reply.not-declared': '算法试图发送未声明的内容，已被该机构的数据节点拦截，未发出。请联系算法作者。',
  'guard.no-space':
    '该机构数据节点的磁盘已满：剩余 {{free}} MB，需要 {{needed}} MB。请清理磁盘：训练仍在等待该机构时会自动继续，否则请重新开始。',
  'guard.unreachable': '无法向该机构的数据节点确认授权，因此未执行任何操作。请确认数据节点正在运行，然后重新开始。',
  'grant.missing': '该机构尚未为此任务签署授权书。',
  'grant.stale': '签署授权书后任务有变更，请重新查看并签署。',
  'grant.withdrawn': '该机构已撤回授权书。',
  'grant.expired': '该机构的授权书已过期，请重新签署。',
  'grant.rounds-used-up': '授权书的轮次已用完，请重新签署。',
  'grant.used': '一份授权书只用于一次训练，此授权书已用于另一次。请重新查看并签署。',
  'grant.not-named': '方案未列明本数据节点的密钥，因此不能在此签署。请联系发起方重新停止招募。',
  'grant.roster-refused': '此次训练的机构与授权书列明的不符，或少于约定数量。未处理任何数据。',
  'grant.not-signer': '您不是该数据节点的签署人，请联系 {{signers}}。',
  'grant.begin-refused':
    '该机构的数据节点拒绝按此授权书开始训练。请由签署人在数据节点上打开授权书，查看原因后重新签署。',
  'grant.rows-near':
    '此授权书的数据与此前某次训练的数据只相差几条记录，比较两次结果即可得出这些记录的值。请由签署人在数据节点上打开授权书，按提示改用其他记录。',
  'grant.rows-gone':
    '无法使用这些记录：那份授权书的记录并非全部存在于本任务所用的数据集中。请再排除一些记录，或在控制台中重新选择。',
  'grant.rows-whole': '图数据须整体授权，不能挑选或排除节点。请改用另一份图数据。',
  'result.rows-near':
    '无法共享此模型：其训练数据与此前某次训练的数据只相差几条记录，比较两者可能得出这些记录的值。请改用与此前训练完全相同的记录，或相差更多的数据重新训练。',
  'grant.plan-changed': '您查看授权书期间任务有变更，请重新查看。',
  'grant.not-found': '该授权书不存在。',
  'grant.too-few-rows': '该机构至少授权 {{minimum}} 条数据，目前选择了 {{rows}} 条。',
  'grant.pictures-large': '这些图片共 {{size}}，一份授权书最多 {{limit}}。请少选一些，或缩小图片后重新上传。',
  'grant.column-missing': '数据集没有任务需要的列 {{column}}。',
  'grant.type-mismatch':
    '“{{column}}”列的类型在您的数据中为“{{ownType}}”，在其他机构的数据中为“{{taskType}}”。请重新选择数据，改用另一列或转换该列；也可以修改该列后重新上传文件。',
  'grant.code-unreadable': '无法获取算法代码并计算其哈希，请在平台可连接时重试。',
  'grant.code-foreign':
    '该代码并非您的 Tessera {{version}} 自带，无法在此签署。平台与数据节点的版本须一致，请双方管理员确认由哪一方升级。',
  'grant.own-table-refused':
    '方案写明向其他机构单独展示本机构的概览，但本机构没有成员在此数据节点上确认过。请打开“类别名称”，选择是否展示并确认。',
  'grant.message-refused': '该消息请求了授权书未涵盖的内容，已被本机构的数据节点拒绝。',
  'signing.pin-wrong': 'PIN 错误。再输错 {{left}} 次将被锁定。',
  'signing.pin-locked': '错误次数过多：PIN 和一次性代码已锁定，请在 {{minutes}} 分钟后再试。通行密钥仍可使用。',
  'signing.pepper-lost':
    '该数据节点无法核验您的 PIN 或一次性代码：与之配套的文件 keys/pin-pepper 缺失或不是原来的文件。本次未计入错误次数。请数据节点管理员从备份恢复该文件并重新启动数据节点，或停止数据节点并执行“tessera signer reset {{username}}”，再用其显示的一次性代码设置新 PIN。通行密钥仍可使用。',
  'signing.no-pin': '您在该数据节点上没有 PIN。请使用通行密钥，或先设置 PIN。',
  'signing.code-wrong':
    '一次性代码错误或已失效。再输错 {{left}} 次将被锁定。请在运行数据节点的机器上查看最新的代码，或询问添加您的签署人。',
  'signing.code-needed': '您在该数据节点上还没有 PIN 或通行密钥。请先用一次性代码设置。',
  'signing.passkey-refused': '通行密钥未被接受。请重试，或使用 PIN。',
  'signing.passkey-not-given':
    '未提供通行密钥：操作已取消、超时，或此设备没有该数据节点的通行密钥。请重试，或使用 PIN。',
  'signing.passkey-address': '浏览器仅支持域名下的通行密钥，而该数据节点通过 IP 地址访问。请使用 PIN。',
  'signing.passkeys-full': '您在该数据节点上已有 {{most}} 个通行密钥，不能再添加。',
  'signing.own-page-only': '签署只能在数据节点自己的页面（{{edge}}）上进行，请在那里打开。',
  'signing.not-member': '您不在该数据节点的成员名单中。请联系签署人添加您：{{signers}}。',
  'signing.already-member': '{{username}} 已在名单中。请在名单里更改其角色，或生成新代码。',
  'signing.member-unknown': '{{username}} 不在该数据节点的名单中，可能已被移除。请重新载入页面。',
  'signing.machine-as-made': '{{username}} 是使用自有密钥的程序，生成后不能更改。请将其移出名单后重新生成。',
  'signing.last-signer':
    '除 {{username}} 外，该数据节点没有其他已设置 PIN 或通行密钥的签署人。请先由另一位签署人完成设置，然后重试。',
  'signing.page-missing': '该数据节点的授权书页面尚未构建。请数据节点管理员执行 make setup 构建。',
  'provider.none': '该数据节点没有使用本机构的身份认证服务。请用 PIN 或通行密钥登录。',
  'provider.unreachable':
    '该数据节点目前无法连接{{provider}}。请稍后再试；在名单中有自己的 PIN 或通行密钥的成员可用其登录。',
  'provider.unusable':
    '{{provider}}不接受该数据节点目前的设置。请数据节点管理员在其输出中查看原因，并修改 EDGE_OIDC 设置。',
  'provider.declined': '{{provider}}未允许您登录（{{why}}）。请重新开始，或联系其管理员。',
  'provider.answer-refused': '{{provider}}的响应不属于此浏览器、已被使用、已超时，或不能证明您的身份。请重新开始。',
  'provider.no-group':
    '{{provider}}确认您是 {{username}}，但您不在该数据节点允许的任何用户组中。请联系信息科将您加入其中一个组。',
  'provider.removed':
    '签署人已将 {{username}} 移出该数据节点的名单，仅凭{{provider}}不能重新加入。请联系签署人重新添加您：{{signers}}。',
  'provider.name-taken':
    '{{username}} 已在该数据节点的名单中，但不是由{{provider}}添加的。如果是您本人，请用 PIN 或通行密钥登录，或请签署人移除该条目：{{signers}}。',
  'edge.session-by-provider': '{{username}} 须通过{{provider}}登录。请选择该方式；之后 PIN 和通行密钥用于签署。',
  'signing.provider-first': '{{provider}}已超过 {{hours}} 小时未确认您的身份。请先在 {{page}} 通过它登录，再继续操作。',
  'signing.place-from-provider':
    '{{username}} 的角色和部门由本机构身份认证服务中的用户组决定。请在那里更改，或将 {{username}} 移出名单。',
  'result.not-found': '此处没有该编号的训练结果。',
  'result.not-allowed':
    '不能对该结果进行此操作：它已共享或已删除，或不是模型；只有签署其授权书的成员和管理员可以操作。',
  'model.not-found': '该模型已不存在。',
  'model.not-allowed': '您无权对该模型执行此操作。',
  'model.already-published': '该模型已在模型池中。',
  'model.copy-not-publishable': '从模型池复制的模型不能再次发布。',
  'model.texts-required': '请填写名称、使用说明、描述和适用范围。',
  'model.text-too-long': '文字过长，最多 {{limit}} 个字符。',
  'model.already-downloaded': '您的机构已有该模型。',
  'model.changed': '该模型的文件与最初保存的不一致，可能被改动或损坏，因此不予使用。请从备份恢复、重新训练或重新上传。',
  'model.refused-unreadable':
    '该模型被拒绝：文件不是可读取的 ONNX 文件，或已损坏（{{detail}}）。请重新导出或重新训练，或联系模型的制作者。',
  'model.refused-external-data':
    '该模型被拒绝：它要读取自身文件以外的数据（{{name}}），可能是本机的任意文件。请向制作者索取自带权重的模型，或重新训练。',
  'model.refused-control-flow':
    '该模型被拒绝：它含有可能无限运行的控制流（{{operator}}）。请向制作者索取不含控制流的模型，或重新训练。',
  'model.refused-operator':
    '该模型被拒绝：它使用了此处不允许的运算“{{operator}}”。请用本产品的算法重新训练，或联系模型的制作者。',
  'model.refused-part':
    '该模型被拒绝：它含有此处不允许的内容（{{part}}）。请用本产品的算法重新训练，或联系模型的制作者。',
  'model.refused-size': '该模型被拒绝：它过大（{{part}}：最多 {{limit}}）。请训练较小的模型，或联系模型的制作者。',
  'model.import-onnx-only': '请选择以 .onnx 结尾的文件。从本平台下载的 zip 中含有该文件：解压后选择 model.onnx。',
  'model.import-not-onnx': '虽以 .onnx 结尾，但这不是 ONNX 文件。请将模型导出为 ONNX 并选择该文件。',
  'model.import-gone':
    '该文件已不再保留：上传后 {{hours}} 小时内须填写模型卡，您上传的另一个文件也会取代它。请重新上传。',
  'model.import-undescribed': '该文件没有说明其输入和输出。请填写各列名称和预测目标后重试。',
  'model.import-type':
    '“{{name}}”的类型不是表格列能有的类型。请导出为接收数值（float、double、int32、int64）或文本的模型。',
  'model.import-shape':
    '“{{name}}”的形状为 {{shape}}。没有本产品说明的文件必须以表格为输入：[*, 列数]，每行一条。请按此导出；图片、文本和图数据仅支持在本平台训练的模型。',
  'model.import-fixed-rows':
    '“{{name}}”每次只能接收 {{rows}} 行。请以不限行数的方式导出模型（PyTorch 中使用 dynamic_axes 或 dynamic_shapes）。',
  'model.import-opset':
    '该文件使用 ONNX 运算集第 {{version}} 版。请用第 {{least}} 版或更高版本导出（target_opset 或 opset_version）。',
  'model.import-no-input': '该文件不接收任何输入，无法用于推理。请连同输入一起导出模型。',
  'model.import-no-answer':
    '该文件的输出中没有可用的结果：每行的数值，形状为 [*]、[*, 1] 或 [*, 类别数]。请将各类别的概率或预测的数值作为输出导出。',
  'model.import-columns': '“{{name}}”需要 {{expected}} 列，而您填写了 {{given}} 列。请按训练时的顺序逐列填写。',
  'model.import-names':
    '每一列、每个类别以及标签都需要互不相同的名称，最多 {{limit}} 个字符。此名称不可用：“{{name}}”。',
  'model.import-too-many': '最多支持 {{limit}} 列和 {{limit}} 个类别。请导出较小的模型。',
  'model.import-classes': '输出有 {{expected}} 个类别，而您填写了 {{given}} 个。请按输出值的顺序逐一填写。',
  'model.import-not-number': '“{{name}}”对每行输出 {{width}} 个数，而不是一个。请指定它们是类别，或选择其他输出。',
  'model.import-not-chances':
    '对试算数据的输出不是概率：概率应在 0 与 1 之间且合计为 1。请指定它们是得分，或选择其他输出。',
  'model.import-not-tried':
    '模型无法计算试算数据。最常见的原因是列数过少或过多：请按训练时的列数填写。否则请联系模型的制作者。',
  'inference.not-found': '该推理任务不存在。',
  'inference.name-taken': '您的机构已有同名推理任务。',
  'inference.name-required': '请填写推理任务的名称和描述。',
  'inference.column-missing': '请填写 {{column}} 的值。',
  'inference.no-column':
    '数据集中没有模型所需的列“{{column}}”（共缺少 {{count}} 列）。请补充该列或选择其他数据集，然后重新预测。',
  'inference.no-column-near':
    '数据集中没有模型所需的列“{{column}}”（共缺少 {{count}} 列）。数据集中最接近的列名是“{{nearest}}”。如果“{{nearest}}”就是该列，请将其改名为“{{column}}”后重新预测；否则请选择其他数据集。',
  'inference.value-required': '有的行缺少 {{column}} 的值，而该模型要求每行都有。请补全，或去掉这些行。',
  'inference.no-answer': '模型对其中一部分数据没有输出有效数值。它可能要求每列都有值，或要求数值更接近训练数据。',
  'inference.not-texts': '该模型不接受文本，请输入其页面要求的数值。',
  'inference.not-pictures': '该模型不接受图片，请输入其页面要求的数值。',
  'inference.picture-ending': '“{{name}}”的扩展名不是图片的扩展名，请发送以 {{endings}} 结尾的文件。',
  'inference.picture-broken': '无法将“{{name}}”读作图片。请发送每张不超过 1 亿像素的 RGB 或灰度 JPEG、PNG、WebP 文件。',
  'inference.picture-unreadable': '无法将该文件读作图片。请选择不超过 1 亿像素的 RGB 或灰度 JPEG、PNG、WebP 文件。',
  'inference.graph-wrong':
    '无法读取图的 {{part}}。请给出 x（每个节点的数值列表，按模型列的顺序）和 edge_index（两个列表，节点从 0 开始编号）。',
  'inference.edge-wrong': '有一条边指向不存在的节点。节点从 0 开始编号。',
  'inference.graph-large':
    '图太大，无法一次推理：最多 {{nodes}} 个节点、{{values}} 个数值（边算两个）。请只给出其中一部分。',
  'inference.why-graph': '图节点没有预测依据：其邻居也会影响预测结果。',
  'inference.why-entities': '无法给出标注的依据：该模型不是将各词的贡献相加。',
  'inference.why-boxes': '标注框没有预测依据：每个框对应的就是它所标出的图片部分。',
  'inference.tokens-wrong': '“{{column}}”既不是文本，也不是词元列表，请提供其中之一。',
  'inference.not-number': '{{column}} 必须是数字。',
  'inference.dataset-needs-edge': '对数据集的推理需在本机构的数据节点上进行。',
  'inference.cell-unknown': '该结果没有这个混淆矩阵单元格：需要同时给出标签的类别和模型预测的类别。请在页面上选择。',
  'inference.not-ready': '推理任务尚未就绪。',
  'inference.busy': '推理任务仍在运行。',
  'inference.interrupted': '服务停止时任务被中断，请重新运行或删除该任务。',
  'inference.stopped-edge': '推理该数据集时数据节点已 {{attempts}} 次停止运行。请选择较小的数据集，或联系管理员。',
  'inference.model-too-slow':
    '模型计算其中一部分数据超过 {{seconds}} 秒，已被停止。请在空闲时重试，或联系模型的制作者。',
  'inference.model-ended':
    '模型的进程已结束，所需内存可能超过上限 {{megabytes}} MB。请减少每次的数据；若再次出现，请联系模型的制作者。',
  'inference.model-failed': '模型无法计算这些数据。请确认数据与训练数据相似；若相似，请联系模型的制作者。',
  'inference.too-wide': '该模型的列太多（上限约 {{limit}} 列），无法给出预测依据。',
  'inference.no-process': '无法启动运行模型的进程。请服务器管理员查看日志。',
  'notification.not-found': '该通知不存在。',
  'account.slow-down': '错误次数过多，请在 {{seconds}} 秒后重试。',
  'account.not-found': '没有账号“{{name}}”。',
  'account.suspended': '该账号已被运营方锁定，请联系运营方解锁。',
  'account.last-super-admin': '您是“{{party}}”的最后一位超级管理员，请先任命另一位超级管理员。',
  'account.party-busy': '“{{party}}”只有您一名成员，且仍在参与招募中或训练中的任务。请先退出或结束这些任务。',
  'account.feedback-invalid': '请填写反馈内容，最多 {{limit}} 个字。',
  'service.not-configured': '本系统未配置翻译服务，运营方可在设置中指定（TRANSLATE_URL）。',
  'service.text-length': '请填写要翻译的文字，最多 {{limit}} 个字。',
  'service.address-private':
    '翻译服务位于内部网络，本平台默认不访问内部网络。运营方可在设置中允许（TRANSLATE_PRIVATE）。',
  'service.too-slow': '翻译服务在 {{seconds}} 秒内没有响应，请重试。',
  'service.failed': '无法连接翻译服务，或无法读取其响应。请重试；若仍不行，请告知运营方。',
  'market.not-configured': '本系统未配置智能市场。',
  'market.return-refused': '市场的返回地址不是本平台，请从控制台进入市场。',
  'market.ticket-invalid': '该令牌无效、已使用或已过期，请从控制台重新进入市场。',
  'party.super-admin-only': '只有机构的超级管理员可以执行此操作。',
  'party.last-super-admin': '机构必须有一位超级管理员，请先任命另一位超级管理员。',
  'party.remove-self': '不能移除自己，请改用退出机构。',
  'party.member-unknown': '此人不是该机构的成员。',
  'party.suspended': '该机构已被运营方暂停，请联系运营方恢复。',
  'party.already-asked': '您已申请加入该机构，请等待其管理员审核。',
  'party.request-not-found': '该申请不存在或已处理。',
  'party.note-long': '备注最多 {{limit}} 个字。',
  'party.department-name': '部门名称为 1 至 {{limit}} 个字。',
  'party.department-name-taken': '同级部门中已有此名称。',
  'party.department-root': '不能在此处修改或删除机构本身。',
  'party.department-full': '此处的部门过多。',
  'party.department-in-use': '该部门下仍有成员、数据集或下级部门，请先移走。',
  'edge.none': '该机构没有可吊销的数据节点。',
  'edge.software-failing': '“{{party}}”尚未就绪：{{parts}}。',
  'edge.machine-failing': '“{{party}}”的机器状态异常：{{parts}}。',
  'edge.key-revoked': '该密钥已被吊销，不能再次使用。请用新的接入码启动数据节点，它会生成新密钥。',
  'edge.revoked': '该数据节点已被吊销，机构管理员可重新接入。',
  'notification.announcement-invalid': '公告内容为 1 至 {{limit}} 个字。',
  'feature.later': '该功能尚未提供。',
} satisfies Record<keyof typeof en, string>
