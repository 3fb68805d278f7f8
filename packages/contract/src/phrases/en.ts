import { CLOCK_TOLERANCE_SECONDS, EDGE_TOKEN_SECONDS, PASSWORD_LENGTH, USERNAME_MAX } from '../account.ts'
import { TASK_LIMITS } from '../task.ts'

/** What each error code says. A code is the key of its text. */
export const en = {
  internal: 'Something went wrong on our side. Try again; if it happens again, tell your administrator.',
  'request.failed':
    'Something went wrong on our side. Try again; if it happens again, tell your administrator this request number: {{requestId}}',
  'request.malformed':
    'The field “{{field}}” of the request is refused: {{fieldProblem}}. Correct it and send the request again.',
  'request.nul': 'The text of “{{field}}” holds a NUL character, which cannot be kept. Remove it and try again.',
  'request.half-character':
    'The text of “{{field}}” holds half of a character, which cannot be kept. Remove it and try again.',
  'request.too-deep': 'The request is nested more than {{limit}} levels deep. Send it flatter.',
  'request.page': '“{{field}}” must be a whole number from 1 to {{limit}}.',
  'request.form-broken':
    'The file did not arrive whole: the form breaks off, or is none. Send it again, as multipart/form-data.',
  'request.too-large': 'The request is too large.',
  'request.too-many': 'Too many requests. Wait a minute and try again.',
  'request.wrong-host': 'This server is not reached under that name. Open {{url}}.',
  'route.not-found': 'There is nothing at this address.',
  'session.missing': 'Please log in.',
  'session.expired': 'Your session has ended. Please log in again.',
  'party.required': 'Join or create a party first.',
  'party.not-member': 'You are not a member of this party.',
  'party.admin-only': 'Only an administrator of the party may do this.',
  'party.not-found': 'This party does not exist.',
  'party.id-taken': 'This party id is taken. Choose another number.',
  'party.name-taken': 'This name is taken. Choose another one.',
  'party.name-en-taken': 'This English name is taken. Choose another one.',
  'party.name-en-unusable':
    "The English name takes unaccented letters A to Z, digits, spaces and . _ - ( ) & ' only, beginning with a letter or a digit: Mueller, not Müller.",
  'party.name-required': 'Name, English name and a numeric id are needed.',
  'party.already-member': 'You are already a member of this party.',
  'invite.invalid': 'This invite code is not valid, used up or expired. Ask for a new one.',
  'account.login-failed': 'User name or password is wrong.',
  'account.captcha-wrong': 'The picture code is wrong. Type the new one.',
  'account.locked': 'Too many failed attempts. Try again in {{minutes|# minute|# minutes}}.',
  'account.decrypt-failed': 'The password could not be read. Reload the page and try again.',
  'account.contact-required': 'Give a phone number or an e-mail address.',
  'account.phone-invalid': 'This is not a valid phone number.',
  'account.email-invalid': 'This is not a valid e-mail address.',
  'account.phone-taken': 'This phone number is already registered.',
  'account.email-taken': 'This e-mail address is already registered.',
  'account.username-taken': 'This user name is taken.',
  'account.username-invalid': `A user name has 1 to ${USERNAME_MAX} characters, single spaces between words, and is no phone number or e-mail address.`,
  'account.password-weak': `A password has ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters with a letter, a digit and one of !@#$%^&*()_+. and no spaces.`,
  'account.password-mismatch': 'The two passwords differ.',
  'account.old-password-wrong': 'The old password is wrong.',
  'account.code-wrong': 'The verification code is wrong or expired. Ask for a new one.',
  'account.code-too-soon': 'A code was sent just now. Wait {{seconds|# second|# seconds}}.',
  'account.code-not-sent': 'The code could not be sent. Try again later, or tell your administrator.',
  'account.department-fixed': 'Your department is chosen already. An administrator of your party can change it.',
  'account.department-unknown': 'This department does not exist in the party.',
  'file.too-large': 'The file is larger than {{limit}}.',
  'file.not-picture': 'Only PNG, JPEG and WebP pictures can be used.',
  'file.picture-broken':
    'This picture cannot be read: it is damaged or not what it seems. Save it anew and send it again.',
  'file.picture-too-wide': 'The picture has more than {{limit}} megapixels. Make it smaller and send it again.',
  'file.picture-unknown': 'This picture is not kept here. Upload it first.',
  'file.too-many':
    'Send at most {{most|# file|# files}} at once, of {{megabytes}} MB together. Send the others in another call.',
  'file.missing': 'No file arrived. Choose one and send it again.',
  'edge.node-key-taken': 'This node key is another party’s. Give each edge a data folder of its own and enrol again.',
  'edge.enrolment-invalid':
    "This enrolment code is not valid, used up or expired. Ask the party's administrator for a new one.",
  'signing.no-such-move':
    'That address does not wait to be confirmed: this edge is at {{edgeUrl}}. Load the page again.',
  'edge.handover-needed':
    'This party has an edge already, and it has not said that this machine takes its place. A signer says so on that edge’s page of members, for the key {{key}} and the address {{edgeUrl}}; start this machine with EDGE_HANDOVER set to the text that page gives. Where that edge is lost, an administrator shuts it out on the party’s page first and makes another code: the parties it trained with are told.',
  'edge.handover-refused':
    'EDGE_HANDOVER is not the word of this party’s edge for the key {{key}} and the address {{edgeUrl}}, or is older than {{hours}} hours. Have a signer make another on that edge’s page of members.',
  'edge.unknown': 'This edge has not joined, or was replaced by another.',
  'edge.clock-off': `The clock of this edge differs from the platform's by {{seconds}} s (+: it is ahead), which is more than the ${CLOCK_TOLERANCE_SECONDS / 60} minutes allowed. Whoever runs them sets both clocks right.`,
  'edge.session-required':
    'Open a session at this edge first, on {{page}}: with your PIN or passkey there. A token of the platform is not enough for this.',
  'edge.session-unknown':
    'Nobody called {{username}} is on this edge’s own list. Look at the spelling, or ask a signer to put you there.',
  'edge.session-another-user':
    'The console in this browser is used by {{user}}. Open the session as {{user}}, or log in to the console as {{username}} first.',
  'edge.machine-unknown':
    'This key is on no list of this edge: a signer may have removed it. Ask one to make another, on the page of members: {{signers}}.',
  'edge.machine-over':
    'The key of {{name}} was good until {{date}}. Ask a signer to make another, on the page of members: {{signers}}.',
  'edge.machine-reads-only':
    'A program that goes in with its own key reads data, and does nothing else. This takes a session of a person.',
  'edge.proof-refused':
    'This request does not prove that it comes from the browser your session was opened in: {{proofCheck}}. Load the page again; if that does not help, log out there and open the session anew.',
  'edge.token-required': 'This edge needs a token of its own party.',
  'edge.token-refused': `This token is not for this edge, or is older than ${EDGE_TOKEN_SECONDS / 60} minutes. Load the page again; if that does not help, the clock of the edge or of the platform is wrong.`,
  'edge.clock-behind':
    "This token is from the future: the clock of the edge is {{seconds}} s behind the platform's. Whoever runs them sets both clocks right.",
  'edge.platform-away': 'The platform cannot be reached just now. What you did is kept; try this again later.',
  'edge.platform-untrusted':
    'Nobody this edge trusts vouches for the platform ({{detail}}). When joining, take the enrolment command from the console as it stands there, or give the file of its certificate authority in PLATFORM_CA. If it held before, somebody on the way may answer in its place: ask whoever runs the network.',
  'edge.platform-expired':
    "The platform's certificate has run out or is not valid yet ({{detail}}). The platform’s operator renews it (TLS_CERT); if it is good, this machine's clock is wrong.",
  'platform.no-space':
    'The disk of the platform, or of its database, is full, so nothing of this was kept. Ask the platform’s operator to free some, then try again.',
  'platform.no-room':
    'The disk of the platform is full: {{free}} MB are free, its database needs {{needed}} MB. Nothing of this was kept. Ask the platform’s operator to free some, then try again.',
  'edge.no-space': 'The edge has too little disk space. Free at least {{needed}}.',
  'edge.no-memory':
    'The edge has too little memory for this. Ask for less data at once, or try again when it has less to do.',
  'dataset.not-found': 'This dataset does not exist any more.',
  'dataset.not-allowed': 'You may not see what is in this dataset.',
  'dataset.owner-only': 'Only the owner or an administrator of the party may delete this dataset.',
  'dataset.name-required': 'Give the dataset a name and an introduction.',
  'dataset.name-taken': 'You already have a dataset of this name.',
  'dataset.upload-again':
    'This upload was saved already, or was not saved in time. Look among your data; if it is not there, upload the file again.',
  'dataset.zip-only': 'Upload a .zip file.',
  'dataset.zip-broken': 'The archive cannot be read: it is damaged or incomplete. Make it again and upload it.',
  'dataset.zip-empty': 'There is no table in the archive. Put one CSV file with a header row into it.',
  'dataset.zip-many': 'The archive holds {{count}} tables ({{names}}). Put just one into it, or join them.',
  'dataset.csv-empty': 'The table has no rows.',
  'dataset.in-use':
    'A training uses this dataset now, in: {{tasks}}. Stop it there or wait for its end, then delete the dataset.',
  'dataset.column-unknown': 'This dataset has no column {{column}}.',
  'dataset.filter-number': '“{{value}}” is not a number, but the column {{column}} holds numbers.',
  'dataset.filter-date':
    '“{{value}}” is not a date. Give a day (2026-03-31) or a moment (2026-03-31 14:30) for {{column}}.',
  'dataset.filter-boolean': 'The column {{column}} holds true and false, not “{{value}}”.',
  'dataset.graph-whole': 'A graph is offered whole. Choose all of its nodes and classes.',
  'dataset.mapping-name':
    'The column {{column}} is named twice, or is needed for something else. Choose the columns again.',
  'dataset.conversion-refused':
    'Not every value of the column {{column}} can be read as the task needs it. Choose “Only rows I choose”: your edge shows there which it is, when all rows are offered.',
  'dataset.not-numbers':
    'The column {{column}} cannot be read as numbers: row {{row}} holds “{{value}}” (values that are no numbers: {{count}}). Choose another column, or only rows with numbers, or correct the file and upload it again.',
  'dataset.number-either':
    'The column {{column}} can be read in two ways: in “{{value}}”, row {{row}}, the comma may stand before decimals or between thousands. Write it without doubt in the file and upload it again, or choose another column.',
  'dataset.not-answers':
    'The column {{column}} cannot be read as true and false: row {{row}} holds “{{value}}” (values that are neither: {{count}}). Choose another column, or correct the file and upload it again.',
  'dataset.class-without-rows':
    'No row has the class “{{class}}” in the column {{column}}. Choose among the classes that the data has.',
  'dataset.values-number':
    'Values of the column {{column}} would get new names, but the column is read as numbers. Read it as texts, or leave its values unchanged.',
  'dataset.value-name':
    'A value of the column {{column}} would get an empty name, one with blanks around it, or one of more than {{most}} characters. Choose another name.',
  'dataset.rows-unknown': 'Of what was chosen, {{count|# is|# are}} not in this dataset any more. Choose again.',
  'dataset.rows-repeated':
    'The {{ids|# chosen id stands|# chosen ids stand}} for {{rows|# row|# rows}}, as ids repeat in this dataset. Upload its file again: its rows are then numbered.',
  'dataset.zip-path': 'The archive is refused: the name “{{name}}” leads outside the archive.',
  'dataset.zip-name': 'The archive is refused: the name of its file number {{number}} is too long or cannot be read.',
  'dataset.zip-link': 'The archive is refused: “{{name}}” is a link. Put the file itself into it.',
  'dataset.zip-device': 'The archive is refused: “{{name}}” is a device, not a file.',
  'dataset.zip-twice': 'The archive is refused: it holds two files named “{{name}}”. Keep one of them.',
  'dataset.zip-method':
    '“{{name}}” is packed in a way that cannot be read here. Make the archive again with the usual method (Deflate).',
  'dataset.zip-overlap':
    'The archive is refused: “{{name}}” shares its content with another file, as in archives made to fill a disk.',
  'dataset.zip-count':
    'The archive says that it holds {{count|# file|# files}} but lists more. Make it again with another program, or split it.',
  'dataset.zip-list-large': 'The archive is refused: its list of files takes more than {{limit}}.',
  'dataset.zip-large': 'The archive is refused: unpacked it takes {{size}}; at most {{limit}} can be used.',
  'dataset.zip-damaged':
    '“{{name}}” in the archive is damaged, or not as large as the archive says. Make the archive again and upload it.',
  'dataset.zip-file-large': '“{{name}}” is larger than {{limit}}, the most that can be used of such a file.',
  'dataset.zip-nested':
    'The archive holds another archive, “{{name}}”. Unpack it and put the files themselves into one.',
  'dataset.file-encoding': '“{{file}}” is neither UTF-8 nor GB18030 text. Save it as UTF-8.',
  'dataset.text-damaged':
    'In “{{file}}”, line {{line}} has bytes that are not UTF-8, unlike the rest of the file. Correct this line, or save the whole file as UTF-8.',
  'dataset.line-long': 'In “{{file}}”, line {{line}} is too long to be read. Check whether line breaks are missing.',
  'dataset.json-frame':
    '“{{file}}” is not a complete JSON document; it cannot be read beyond line {{line}}. Save the file again.',
  'dataset.json-broken':
    'In “{{file}}”, what begins in line {{line}} is not a valid JSON object. A .jsonl file holds one object a line, such as {"text": "…", "label": "…"}; a .json file a list of them.',
  'dataset.json-no-text':
    '“{{file}}” holds no texts that can be found: each object needs a field “text” at its top level, such as {"text": "…", "label": "…"}, one a line or in one list. Save a table as CSV, XLSX or Parquet, and a graph as nodes.csv and edges.csv.',
  'dataset.field-unknown':
    'In “{{file}}”, line {{line}} has a field “{{field}}” that is not understood there. Remove it, or see a sample from the upload dialog.',
  'dataset.field-type':
    'In “{{file}}”, line {{line}}, the field “{{field}}” does not hold what it should. See a sample from the upload dialog.',
  'dataset.row-width':
    'In “{{file}}”, line {{line}} has {{found|# value|# values}}, but there {{expected|is # column|are # columns}}.',
  'dataset.row-quote': 'In “{{file}}”, line {{line}}, a quotation mark is never closed.',
  'dataset.row-long': 'In “{{file}}”, line {{line}}, a text is longer than {{limit}} characters. Split it.',
  'dataset.no-text': 'In “{{file}}”, line {{line}} has no text.',
  'dataset.text-empty': 'There is no text in “{{file}}”. Write one, or leave the file out.',
  'dataset.text-long': 'The text in “{{file}}” is longer than {{limit}} characters. Split it.',
  'dataset.no-label': 'In “{{file}}”, line {{line}} has no “{{column}}”.',
  'dataset.tags-length': 'In “{{file}}”, line {{line}} has {{tokens|# token|# tokens}} but {{tags|# tag|# tags}}.',
  'dataset.tag-missing': 'In “{{file}}”, line {{line}}, a token has no tag.',
  'dataset.tag-untyped':
    'In “{{file}}”, line {{line}}, the tag “{{tag}}” does not say of which kind. Write B-PER and the like, or O.',
  'dataset.tag-first':
    'In “{{file}}” the tag stands before the token. Write one token a line with its tag behind it, such as “Bonn B-LOC”.',
  'dataset.label-list':
    'In “{{file}}”, line {{line}}, “{{field}}” is a list, but a single label in the first text. Write a list in every text, the first one too: {"text": "…", "labels": ["x"]}, or [] where none applies.',
  'dataset.entities-form':
    'In “{{file}}”, line {{line}}, “{{field}}” must be a list of entities such as [{"start": 0, "end": 2, "label": "PER"}] or [[0, 2, "PER"]].',
  'dataset.entity-range':
    'In “{{file}}”, line {{line}}, an entity lies outside its text, is empty, or overlaps another one. Places count characters from 0, and the end is the place behind the last character.',
  'dataset.entity-text':
    'In “{{file}}”, line {{line}}, the entity “{{entity}}” does not match its place: the text there is “{{found}}”. Places count characters from 0, and the end is the place behind the last character. Correct the places, or leave such lines out.',
  'dataset.column-needed': '“{{file}}” has no column “{{column}}”.',
  'dataset.column-not-of-kind':
    '“{{file}}” has a column “{{column}}” that is not understood there. Remove it, or see a sample from the upload dialog.',
  'dataset.column-twice': '“{{file}}” has two columns for the same thing: “{{column}}”. Keep one of them.',
  'dataset.texts-unclassed':
    'The class of each text is the folder it lies in, but “{{file}}” lies in none beside others. Put the texts of each class into a folder of its own.',
  'dataset.text-deep':
    'The text “{{file}}” lies too deep: it must lie directly in the folder that names its class. Move it there; only folders called train, val or test may lie around the classes.',
  'dataset.rows-none': 'There is nothing in the archive that can be used.',
  'dataset.format-brat':
    '“{{file}}” is an annotation file of brat, which is not read. Convert the entities to JSON Lines, one text a line: {"text": "…", "entities": [{"start": 0, "end": 2, "label": "PER", "text": "…"}]}, or to CoNLL (brat has the script tools/anntoconll.py).',
  'dataset.format-label-studio':
    '“{{file}}” is an export of Label Studio in a format that is not read. In Label Studio, export texts with entities as CoNLL2003 and pictures with boxes as YOLO or COCO. Of texts or pictures with classes, upload a table (CSV) that has only the columns text or name, and label.',
  'dataset.format-entities':
    '“{{file}}” is in the format {{format}}, which is not read. Export the entities as CoNLL (one token a line with its tag), or as JSON Lines: {"text": "…", "entities": [{"start": 0, "end": 2, "label": "PER", "text": "…"}]}.',
  'dataset.format-graph':
    '“{{file}}” is in the format {{format}}, which is not read. Convert the graph to two tables: nodes.csv with id, numeric columns and label, and edges.csv with source and target; or to JSON with networkx.node_link_data in Python.',
  'dataset.format-cora':
    '“{{file}}” is in the format of the Cora dataset, which is not read. Convert it to two tables: nodes.csv from the .content file, with a header such as id,w1,w2,…,label, and edges.csv from the .cites file, with the header target,source.',
  'dataset.format-neo4j':
    '“{{file}}” has columns as Neo4j exports them, such as :ID or :START_ID. Rename them: in nodes.csv to id and label, with only numbers in all other columns; in edges.csv to source and target (and weight). Remove :TYPE and the types behind the names, such as age:int.',
  'dataset.format-gephi':
    '“{{file}}” is a table as Gephi exports it. In nodes.csv, keep Id, the numeric columns and the class as label (Gephi’s Label is the name of a node: remove it), and remove timeset. In edges.csv, keep only Source, Target and Weight.',
  'dataset.format-edge-list':
    '“{{file}}” is an edge list as {{format}} publishes it, without a table of nodes. Save it as edges.csv with the header source,target and without lines that begin with # or %, and put a nodes.csv beside it that has an id, numeric columns and a label for each node.',
  'dataset.kind-unknown':
    'Nothing in the archive is understood. Five kinds of data can be used: tables (CSV, TSV, XLSX, Parquet), pictures with classes, pictures with boxes (YOLO, COCO), texts (CSV, JSONL, CoNLL, folders), graphs (nodes and edges). Download a sample in the upload dialog to see how each is laid out.',
  'dataset.kind-mixed':
    'The archive holds data of two kinds: “{{first}}” and “{{second}}”. Put each into an archive of its own.',
  'dataset.file-twice': '“{{first}}” and “{{second}}” are for the same thing. Keep one of them.',
  'dataset.document-large': '“{{file}}” is too large for JSON of this form. Write it as nodes.csv and edges.csv.',
  'dataset.graph-nodes-missing':
    'The archive holds edges but no nodes. Put a file nodes.csv beside them that names each node.',
  'dataset.graph-edges-missing':
    'The archive holds nodes but no edges. Put a file edges.csv beside them with source and target.',
  'dataset.node-unnamed': 'In “{{file}}”, the node in line {{line}} has no id.',
  'dataset.node-repeated':
    'In “{{file}}”, line {{line}} names the node “{{id}}” a second time. Keep each node once, or leave the repeated lines out.',
  'dataset.node-unknown':
    'In “{{file}}”, the edge in line {{line}} leads to the node “{{id}}”, which is not among the nodes. Ids are compared as text: 1 and 1.0 differ. Add the node, correct the id, or leave such edges out.',
  'dataset.edge-end-missing': 'In “{{file}}”, the edge in line {{line}} lacks its source or its target.',
  'dataset.not-a-number': 'In “{{file}}”, line {{line}}, “{{column}}” must be a number.',
  'dataset.feature-text':
    'In “{{file}}”, the column “{{column}}” holds texts. Features of a graph are numbers; a text can only be its label. Turn the column into numbers, remove it, or name it label.',
  'dataset.features-width':
    'In “{{file}}”, line {{line}}, a node has {{found|# feature|# features}}, but the first one has {{expected}}.',
  'dataset.not-graph': 'This dataset is not a graph, so there is nothing to draw. Its table and its analysis show it.',
  'dataset.zip-encrypted': 'The archive is protected by a password. Make it again without one.',
  'dataset.zip-many-files': 'The archive is refused: it holds more than {{limit}} files.',
  'dataset.zip-bomb': 'The archive is refused: it unpacks to far more than its size ({{size}}).',
  'dataset.csv-width':
    'In “{{file}}”, line {{line}} has {{found|# value|# values}}, but the header has {{expected|# column|# columns}}.',
  'dataset.csv-quote':
    'In “{{file}}”, line {{line}}, a quotation mark is never closed, or text follows the closing one. Within a value, write it twice (""), not with a backslash.',
  'dataset.csv-long': 'In “{{file}}”, line {{line}} is too long to be a row. Check whether line breaks are missing.',
  'dataset.csv-encoding': 'In “{{file}}”, line {{line}} is neither UTF-8 nor GB18030 text. Save the file as UTF-8.',
  'dataset.table-broken':
    '“{{file}}” cannot be read: it is damaged, protected by a password, or not what its ending says. Save it again.',
  'dataset.table-spaced':
    '“{{file}}” looks like a table with spaces between its columns, which are not read as separators. Save it as CSV, or put commas, semicolons or tabs between the columns.',
  'dataset.table-foreign':
    '“{{file}}” cannot be read: tables are CSV, TSV, XLSX or Parquet. Save it as .xlsx or CSV and upload that.',
  'dataset.workbook-large':
    '“{{file}}” is too large for a workbook ({{limit}} unpacked at most). Save the sheet as CSV and upload that.',
  'dataset.workbook-sparse':
    '“{{file}}” cannot be read: a sheet reaches to cell {{cell}}, so far that it has more than 20 million places. Delete the rows and columns behind the table, or save the sheet as CSV, and upload that.',
  'dataset.parquet-bomb':
    'The archive is refused: “{{file}}” holds far more than its size lets expect. Leave out columns whose values are all alike, or save it as CSV.',
  'dataset.parquet-type':
    'In “{{file}}”, the column “{{column}}” ({{type}}) holds what no cell of a table can. Split it into columns of single values, or remove it.',
  'dataset.parquet-decimal':
    'In “{{file}}”, the column “{{column}}” holds decimals of {{digits}} digits; at most {{limit}} can be read. Save the column with fewer digits, as double, or as text.',
  'dataset.header-empty': 'In the header of “{{file}}”, column {{position}} has no name.',
  'dataset.header-repeated': 'The header of “{{file}}” names the column {{column}} twice.',
  'dataset.header-reserved':
    'In “{{file}}” a column is called {{column}}, a name that programs keep for themselves. Give it another one.',
  'dataset.header-missing':
    'The first line of “{{file}}” must name the columns; it holds only numbers. Put a line with the names above it.',
  'dataset.header-long':
    'In the header of “{{file}}”, the name of column {{position}} is longer than {{limit}} characters. Shorten it.',
  'dataset.header-many':
    '“{{file}}” has {{count|# column|# columns}}; at most {{limit}} can be used. Leave out those that are not needed.',
  'dataset.header-large':
    'The names of all columns are too long together ({{size}}; at most {{limit}} can be used). Shorten them and upload the file again.',
  'dataset.picture-not-found': 'This picture is not here any more.',
  'dataset.pictures-none':
    'There is no picture in the archive that can be used. JPEG, PNG, WebP, BMP, TIFF and GIF can.',
  'dataset.picture-bad':
    'The picture “{{file}}” cannot be read: it is damaged or incomplete, or none of JPEG, PNG, WebP, BMP, TIFF and GIF. Save it anew, or leave it out.',
  'dataset.picture-depth':
    'The picture “{{file}}” stores measured numbers instead of 8 or 16 bits a colour, so its brightness is not defined. Convert it to 8 or 16 bits, or leave it out.',
  'dataset.picture-wide':
    'The picture “{{file}}” has more than {{limit}} megapixels. Make it smaller, or leave it out.',
  'dataset.picture-long':
    'The picture “{{file}}” has a side of more than {{limit}} pixels. Cut it into pieces, or leave it out.',
  'dataset.pictures-bomb':
    'The archive is refused: its pictures come to more than {{limit}} megapixels, far more than its size lets expect. Make large pictures of one colour smaller, or leave them out.',
  'dataset.picture-large': 'The picture “{{file}}” is larger than {{limit}}. Make it smaller, or leave it out.',
  'dataset.picture-missing': 'Line {{line}} of “{{file}}” names the picture “{{name}}”, which is not in the archive.',
  'dataset.picture-ambiguous':
    'Line {{line}} of “{{file}}” names the picture “{{name}}”, and several pictures are called so. Write its folder and extension too.',
  'dataset.picture-repeated':
    'Line {{line}} of “{{file}}” names the picture “{{name}}” a second time. Keep one line for each picture; several labels stand in columns of their own.',
  'dataset.picture-unlisted': 'The picture “{{file}}” is not named in “{{table}}”. Add it there, or leave it out.',
  'dataset.picture-unlabelled': 'The picture “{{file}}” lies in no class folder. Move it into one, or leave it out.',
  'dataset.picture-deep':
    'The picture “{{file}}” lies too deep: it must lie directly in the folder that names its class. Move it (only folders called train, val or test may lie around the classes), or put a table with names and labels (CSV) into the archive.',
  'dataset.picture-twin':
    'The pictures “{{file}}” and “{{other}}” would share one label file. Give them different names.',
  'dataset.label-empty': 'Line {{line}} of “{{file}}” gives the picture “{{name}}” no label.',
  'dataset.labels-missing':
    'The pictures have no labels. Put them into folders named after their classes, or put a table (CSV) with the columns name,label beside them.',
  'dataset.labels-many':
    'The archive holds more than one table, “{{first}}” and “{{second}}”. Put all labels into one.',
  'dataset.labels-table-form':
    'The table “{{file}}” beside the pictures is in a form that is not read. Save it as CSV, with a column for the picture and one for each label.',
  'dataset.labels-boxes-form':
    '“{{file}}” seems to hold labels or boxes of pictures in a form that is not read. Convert boxes to YOLO (a .txt for each picture, and classes.txt) or COCO (JSON); put classes into a table (CSV) with the columns name,label, or name folders after them.',
  'dataset.labels-header':
    'The first line of “{{file}}” must name the columns: one for the picture, such as name or file, and at least one label.',
  'dataset.label-taken': 'No label may be called “{{column}}”, as in “{{file}}”. Rename the column, or take it out.',
  'dataset.label-orphan': 'There is no picture “{{picture}}” for the label file “{{file}}”.',
  'dataset.boxes-missing':
    'There are pictures, but no boxes. Put a file of the same name into labels/ for each picture, or a COCO document (JSON) beside them.',
  'dataset.boxes-many': 'Line {{line}} of “{{file}}” is one box too many: at most {{limit}} can be used.',
  'dataset.box-values':
    'Line {{line}} of “{{file}}” has {{found|# value|# values}} instead of five: class, x, y, width and height.',
  'dataset.box-range':
    'Line {{line}} of “{{file}}”: {{value}} is not a number from 0 to 1. Positions and sizes are shares of the picture.',
  'dataset.box-empty':
    'Line {{line}} of “{{file}}”: the box has no area; its width is {{width}} and its height {{height}}. Remove or correct the box, or leave such pictures out.',
  'dataset.box-class':
    'Line {{line}} of “{{file}}”: there is no class {{class}}. {{count|# class is|# classes are}} named, counted from 0.',
  'dataset.classes-missing':
    "The boxes' classes have no names. Put classes.txt, with one name a line, or data.yaml with names into the archive.",
  'dataset.classes-differ': '“{{first}}” and “{{second}}” name different classes. Keep one, or make them the same.',
  'dataset.coco-broken':
    'In “{{file}}”, {{entry}} lacks a field, or has one of another type. A picture needs id, file_name, width and height; a category id and name; an annotation image_id, category_id and bbox. Correct it and upload again.',
  'dataset.coco-id':
    'In “{{file}}”, {{entry}} has the id {{id}} of {{other}}, so boxes cannot be told apart. Give each entry an id of its own.',
  'dataset.coco-bbox':
    'In “{{file}}”, {{entry}} has no bbox of four numbers (left, top, width, height). Export the boxes too, or leave such pictures out.',
  'dataset.coco-shares':
    'In “{{file}}”, all boxes have values from 0 to 1, such as {{entry}}: they are shares of the picture, not pixels. Multiply them by its width and height, or export them as YOLO.',
  'dataset.coco-empty':
    'In “{{file}}”, the box of {{entry}} has no area: its width is {{width}} and its height {{height}}. Remove or correct the box, or leave such pictures out.',
  'dataset.coco-many': 'In “{{file}}”, {{entry}} is one box too many: at most {{limit}} can be used.',
  'dataset.coco-missing': 'In “{{file}}”, {{entry}} names the picture “{{name}}”, which is not in the archive.',
  'dataset.coco-ambiguous':
    'In “{{file}}”, {{entry}} names the picture “{{name}}”, but several pictures have this name. Write the folder and extension too.',
  'dataset.coco-repeated':
    'In “{{file}}”, {{entry}} names the picture “{{name}}” a second time. Keep one entry for each picture.',
  'dataset.coco-image': 'In “{{file}}”, {{entry}} belongs to picture {{id}}, which the document does not name.',
  'dataset.coco-category': 'In “{{file}}”, {{entry}} is of category {{id}}, which the document does not name.',
  'dataset.coco-turned':
    '“{{file}}” is seen at {{width}} × {{height}}, as it says that it is to be turned, but the document has it at {{listedWidth}} × {{listedHeight}}: the boxes would stand elsewhere. Save the picture without a turn, or give its size and boxes as it is seen.',
  'dataset.coco-box':
    'In “{{file}}”, the box of {{entry}} reaches beyond its picture of {{width}} × {{height}} pixels. A bbox is left, top, width and height in pixels, not two corners. Correct it, or leave such pictures out.',
  'compare.waiting': 'The initiator has not chosen data yet. Wait for it.',
  'compare.content-type': "The kinds of data differ: the initiator's is {{initiator}}, yours is {{participant}}.",
  'compare.columns': "These columns differ from the initiator's: {{columns}}.",
  'algorithm.not-found': 'This algorithm does not exist.',
  'task.not-found': 'This task does not exist.',
  'task.name-required': `Give the task a name of at most ${TASK_LIMITS.name} characters.`,
  'task.description-too-long': `A description has at most ${TASK_LIMITS.description} characters.`,
  'task.visibility-alone':
    'Nobody else takes part in independent research, so nobody is let in. Choose public or private.',
  'task.not-recruiting': 'This task has already started.',
  'task.started-as':
    'This task trains already, as “{{task}}”, under the same consent tickets. Open “{{task}}” to follow it; to start again, wait for its end or stop it.',
  'task.recruiting-again': 'This task is recruiting again already. Start it when the parties are ready.',
  'task.copy-training':
    'A copy of this task, “{{task}}”, trains on the data chosen before. Stop it or wait for its end, then choose anew.',
  'task.not-allowed': 'You may not do this with this task.',
  'task.initiator-only': 'Only the initiator may do this.',
  'task.join-not-allowed': 'This task cannot be joined now.',
  'task.private': 'This task is private.',
  'task.already-joined': 'Your party has already joined or applied.',
  'task.quit-training': 'The task is training; nobody can leave it now.',
  'task.quit-finished': 'The task has finished; nobody can leave it any more.',
  'task.disband-training': 'The task is training; it cannot be disbanded now.',
  'task.disband-finished': 'The task has finished; it cannot be disbanded any more.',
  'task.delete-unfinished': 'Only a finished or failed task can be deleted.',
  'task.no-algorithm': 'Choose an algorithm first.',
  'task.names-missing':
    'The plan is not complete: {{parties}} has yet to confirm which categories and classes it names.',
  'task.names-stale':
    'The data, the columns or the algorithm have changed meanwhile. Look at the names again and confirm them.',
  'task.name-not-proposed':
    '“{{name}}” of “{{column}}” cannot be named: it is there less than {{fewest|once|# times}}, or the data have changed. Look at the names again.',
  'task.no-columns': 'Choose columns and the label first.',
  'task.no-data': 'Choose data first.',
  'task.too-few-parties': 'A federated task needs at least one more party. Invite one.',
  'task.not-all-ready': '{{ready}} of {{total|# party is|# parties are}} ready.',
  'task.edge-older':
    "{{party}}'s edge is older ({{edge}}) than this platform ({{platform}}) and does not know the algorithm's code. Ask the party's administrator to update it.",
  'task.platform-older':
    "{{party}}'s edge is newer ({{edge}}) than this platform ({{platform}}) and does not know the algorithm's code. Ask the platform's operator to update it.",
  'task.code-differs':
    "{{party}}'s edge is of this platform's version ({{platform}}), but its code of the algorithm is another. Ask both administrators which side was changed.",
  'task.none-ready': 'No party but yours is ready.',
  'task.joining-open': 'Joining is still open. The initiator closes it first; then the parties sign.',
  'task.not-invited': 'Your party is not invited to this task, or the invitation was taken back.',
  'task.declined-lately':
    'This party declined less than {{hours|# hour|# hours}} ago. Its answer stands until then; invite it again later.',
  'task.invitation-gone': 'There is no such invitation any more.',
  'task.joining-closed': 'Joining is closed, as the parties sign now. The initiator has to reopen it first.',
  'task.wait-invalid':
    'A party that is away is waited for between {{least|# minute|# minutes}} and {{most|# minute|# minutes}}.',
  'task.fewest-invalid': 'A run needs at least {{least|# party|# parties}} and at most the {{most}} that have joined.',
  'task.fewer-than-agreed':
    '{{ready}} of the named parties {{ready|is|are}} ready; the tickets say that a run has at least {{fewest}}.',
  'task.label-missing': 'Choose the label; or, before the columns, an algorithm that predicts nothing.',
  'task.label-none': 'The algorithm of this task predicts nothing, so there is no label that has classes.',
  'task.label-in-features': 'The label cannot be a feature too.',
  'task.time-missing': 'Choose the column of times: how long each row was followed.',
  'task.time-in-features': 'The column of times cannot be the label or a feature too.',
  'task.algorithm-other-kind':
    'The chosen algorithm does not learn from this kind of data. Choose another algorithm, or other data.',
  'task.graph-text':
    '{{column}} holds text. A graph’s nodes are told by numbers only: leave the column out, or use it as the label.',
  'task.column-date':
    'The column {{column}} holds dates. Dates cannot be used: derive days or a year from them before the upload, or leave the column out.',
  'task.columns-none': 'Choose at least one column.',
  'task.column-unknown': "The initiator's data has no column {{column}}.",
  'task.classes-none': 'Choose at least one class.',
  'task.classes-many': 'At most {{limit}} classes can be chosen. Choose fewer, or another label.',
  'task.classes-mixed': 'All classes must be of one task and one party. Name them party by party.',
  'task.classes-label': 'The label is “{{label}}”: classes of another column cannot be chosen.',
  'task.class-repeated': 'The class “{{class}}” is chosen twice.',
  'task.class-unknown': 'The chosen classes have changed meanwhile. Open the codes again.',
  'task.class-code-missing': 'The class “{{class}}” has no code. Give each class one.',
  'task.class-two-codes': 'The class “{{class}}” has two codes ({{codes}}). It has the same code at every party.',
  'task.class-code-shared': 'The code {{code}} stands for two classes ({{classes}}). Give each class its own.',
  'task.class-codes-gaps': 'The codes must be 0 to {{last}} without gaps.',
  'task.class-codes-positive':
    '“{{positive}}” is the positive class, so its code must be higher than that of “{{other}}”. Change the codes or choose another positive class.',
  'task.type-mismatch':
    "{{party}}: column “{{column}}” holds {{ownType}}, but {{taskType}} in the other parties' data. This party chooses its data again and signs; the others can start without it.",
  'task.codes-missing': 'The codes of the classes are not agreed yet. Agree them, then start.',
  'task.parameters-invalid': 'The parameters cannot be used: {{detail}}',
  'task.start-none-of-algorithm': 'This algorithm starts from no model.',
  'task.start-none': 'This task starts from no model.',
  'task.start-early':
    'Which models fit is known once the parties have confirmed which words of their data the plan names. Choose the start after that.',
  'task.start-not-in-pool': 'A task starts from a model of the pool. Choose one from there.',
  'task.start-algorithm': 'The model “{{model}}” is of another algorithm.',
  'task.start-columns': 'The model “{{model}}” takes other columns, or takes them in another order: {{columns}}.',
  'task.start-categories':
    'The model “{{model}}” knows other categories of the column “{{column}}” than the plan names.',
  'task.start-label': 'The model “{{model}}” predicts something else than this task.',
  'task.positive-unknown':
    'No party has named a class “{{positive}}” of “{{column}}”: the classes are {{classes}}. Choose one of them as the positive class.',
  'task.start-classes':
    'The model “{{model}}” tells these classes apart: {{classes}}. The plan names others, or in another order.',
  'task.start-width':
    'The model “{{model}}” has a hidden layer of {{width|# unit|# units}}: set as many hidden units here to start from it.',
  'task.start-layers':
    'The model “{{model}}” has layers of the kind {{layers}}. Choose the same here to start from it.',
  'task.start-side':
    'The model “{{model}}” looks at pictures of {{side}} × {{side}} pixels. Set the same side here to start from it.',
  'task.start-clusters':
    'The model “{{model}}” has {{clusters|# cluster|# clusters}}. Set as many here to start from it.',
  'task.start-again':
    'How the numbers of the model to start from reach the parties has changed with this version: choose the start “{{model}}” again, or none.',
  'task.start-size': 'The model “{{model}}” is too large to start from: it may have at most {{most}} numbers.',
  'task.start-unreadable':
    'The file of the model “{{model}}” holds nothing that training could go on from. Models of pictures, texts, graphs and clusters that an earlier version trained cannot be started from.',
  'task.environment':
    "Your party's environment is not ready. The page “Environment” says what is missing and what to do: set it up first.",
  'registration.not-found': 'This registration does not exist.',
  'registration.decided': 'This application has already been decided.',
  'run.nothing-yet':
    'There is no model to keep yet: a training of several parties can be finished after its first round. Wait for it, or stop the training.',
  'run.none': 'Nothing is training in this task.',
  'run.not-found': 'This task has no such run. Open the task and choose one of its runs.',
  'run.stopped': 'Training was stopped.',
  'run.engine-away':
    "The federation's server does not answer; no party is at fault. Training goes on once it does; if it has ended, start it again.",
  'run.server-restarting':
    "The federation's server is being started again; no party is at fault. Training goes on from the last step that was done.",
  'run.engine-refused': 'The federation’s server refused the run: {{detail}}',
  'run.platform-no-space':
    'The disk of the platform is full: {{free}} MB are free, {{needed}} MB are needed. Training waits for room: tell the operator, who has to free some, and start again if it has ended.',
  'run.platform-expired':
    "The platform's own certificate ran out on {{date}}, so an edge that is away cannot connect again; no party is at fault. The platform’s operator puts a renewed one in its place (TLS_CERT); then training goes on. Start it again if it has ended.",
  'run.fleet-expired':
    "A certificate of the federation's server ran out on {{date}}; no party is at fault. The platform’s operator starts the federation's server anew, whose log says more; then training goes on. Start it again if it has ended.",
  'run.server-died':
    "The federation's server ended {{times|once|# times in a row}}, the last time with: {{cause}}. No party is at fault. Tell the platform’s operator; then have all parties sign again and start again. The chosen data stays.",
  'run.updated':
    'Tessera was updated while this ran, and no longer has the code that was signed. Have all parties sign again, then start again.',
  'run.edge-lost': 'The edge of this party was lost. Check that it runs and is connected, then start again.',
  'run.supernode-lost':
    'The training link of this party ended. Its edge restarts it; start the task again when it is ready.',
  'run.worker-died':
    'The computation at this party ended unexpectedly (out of memory, or killed). Choose less data or free memory, then start again.',
  'run.code-not-loaded':
    'The algorithm’s code could not be loaded at this party: its installation is not whole. Ask the administrator of its edge to install Tessera again (its log names what is missing), then start again.',
  'run.worker-hung':
    'The computing process of this party gave no sign of life for {{seconds|# second|# seconds}} and was ended. Start again; if it hangs again, tell the administrator of its edge.',
  'run.worker-memory':
    'The computation at this party needed more than the {{mebibytes}} MiB of memory that its edge gives one. Choose less data or fewer columns, or have its administrator raise TESSERA_WORKER_MEMORY_MB, then start again.',
  'run.worker-processor':
    'The computation at this party used the {{minutes|# minute|# minutes}} of processor time that its edge gives one and was ended. Choose less data or fewer columns, then start again.',
  'run.worker-disk':
    'The computation at this party wrote more than the {{mebibytes}} MiB that its edge gives one and was ended. Tell whoever made the algorithm.',
  'run.party-offline': 'This party did not connect in time. Check its edge, then start again.',
  'run.party-silent': 'This party did not answer in time. Check its edge, then start again.',
  'run.result-not-kept':
    "The computation ended without a result that its edge could keep. Start again; the edge's log says what it found.",
  'run.result-missing': 'Training ended without a usable model. Start the task again.',
  'run.timeout': 'Training took longer than allowed and was stopped.',
  'data.start-altered':
    'The numbers of the model that training starts from are not those that were signed. The initiator chooses the start again, and all parties sign again.',
  'data.no-rows': 'There is nothing in the chosen data. Choose a dataset that is not empty, and sign again.',
  'data.too-few-rows':
    'The chosen data is too little: it has {{rows|# record|# records}}, and at least {{least}} are needed. Choose more and sign again.',
  'data.column-missing':
    'The data has no column “{{column}}”. Choose a dataset that has it, or have the initiator leave the column out.',
  'data.type-mismatch':
    'Column “{{column}}” holds numbers at one party and text at another. Have one of them choose its data again: its values can be read in the other form there. Or leave the column out.',
  'data.labels-none':
    'No label in “{{column}}” is there often enough at any party to be named. Bring more data, or use fewer labels.',
  'data.label-kind':
    'The label “{{column}}” holds {{heldKind}}, but the algorithm learns {{neededKind}}. Choose another label or another algorithm.',
  'data.labels-mixed':
    'In “{{column}}” some parties give any number of labels each, others one class. Upload the latter again with a list of labels each, or with the header “multilabel”; or choose an algorithm for the kind of label that there is.',
  'data.entities-none':
    'No kind of entity in “{{column}}” stands in enough texts of any party to be named. Bring more marked texts, or mark them with fewer kinds.',
  'data.boxes-none':
    'No class of the boxes in “{{column}}” stands in enough pictures of any party to be named. Bring more pictures, or use fewer classes.',
  'data.texts-unlike':
    'No run of characters stands in enough texts of any party to learn from. Bring more texts, or texts that are more alike.',
  'data.not-numeric':
    'Column “{{column}}” should hold numbers, but {{rows|# row holds|# rows hold}} something else. Correct or empty those cells and upload the data again.',
  'data.too-many-categories':
    'Text column “{{column}}” has {{categories|# different value|# different values}}; at most {{most}} can be used. It may be a name or an identifier: leave it out.',
  'data.label-missing-values':
    'The label “{{column}}” is empty in {{rows|# record|# records}}. Fill it in or leave {{rows|that one|those}} out, then sign again.',
  'data.label-one-class':
    'The label “{{column}}” has fewer than two values that any party has often enough and has named, so there is nothing to learn. Choose another label or more data.',
  'data.label-rare-class':
    'In {{rows|# record|# records}} the label “{{column}}” has a value that no party has twice, so it cannot be a class. Leave those out or merge their classes, then sign again. For an amount, choose an algorithm for numbers such as linear regression.',
  'data.label-too-many-classes':
    'The label “{{column}}” has more than {{most}} different values, too many to be classes. For an amount, choose an algorithm for numbers such as linear regression.',
  'data.time-negative':
    "The time “{{column}}” is below zero in {{rows|# row|# rows}}: a time counts from its row's own start. Correct {{rows|that row|those rows}} or leave {{rows|it|them}} out, then sign again.",
  'data.event-not-two':
    '“{{column}}” says whether the event happened, so it has exactly two values that parties have in enough rows and have named: one for no, one for yes. Choose another column, or leave the rows with other values out.',
  'data.event-which': '“{{column}}” has the values {{values}}: say which of them means that the event happened.',
  'data.label-not-counts':
    'The label “{{column}}” holds values that are no counts: a count is a whole number from 0 to {{most}}. Correct those rows or leave them out. For an amount, choose an algorithm for numbers such as linear regression.',
  'data.label-no-counts':
    'The label “{{column}}” is 0 in every row of every party, so there is nothing to learn. Choose another label or more data.',
  'data.class-unknown':
    'The label “{{column}}” holds the class “{{class}}”, which is not among the classes agreed for this task. Choose classes again (or leave out what has this one), sign, agree the codes and start again.',
  'data.picture-unreadable':
    'Of the chosen pictures {{pictures}} cannot be read: they are no JPEG, PNG or WebP, break off, are mixed of four inks (CMYK), or have more than 100 million pixels. Leave them out or replace them, and sign again.',
  'data.index-wrong':
    'What the ticket grants is not what its own list says: something at the edge has altered it. Sign the ticket again.',
  'parameter.invalid':
    "The parameter “{{name}}” must be a number from {{minimum}} to {{maximum}}. Change it in the algorithm's parameters.",
  'parameter.no-choice':
    "The parameter “{{name}}” must be one of {{choices}}. Change it in the algorithm's parameters.",
  'parameter.unknown': 'The algorithm has no parameter “{{name}}”. Remove it from the parameters.',
  'train.diverged': 'In round {{round}} the training ran out of bounds. Lower the learning rate and start again.',
  'train.implausible':
    'What this party sent cannot come from its data: its software may be damaged or altered. Have its Tessera checked before you start again.',
  'train.implausible-together':
    'What the parties sent cannot all come from their data, and it does not show whose does not: the software of one of them may be damaged or altered. Have the Tessera of each checked before you start again.',
  'train.out-of-bounds':
    'A number to be sent was none, or larger than the algorithm ever sends, so nothing left this party. Look for extreme values in its columns, then start again.',
  'train.too-many-coefficients':
    'The columns and their categories make {{coefficients}} coefficients; a regression can have {{most}}. Choose fewer columns or another algorithm.',
  'train.too-few-events':
    'All parties together have fewer than {{least}} events: too few to say anything. Choose more rows, or rows that were followed for longer.',
  'run.state-refused':
    'What the platform sent does not follow from the signed plan and the round before, so this party refused it and answered nothing. Ask the platform’s operator, and start again.',
  'run.code-refused':
    "This party's edge could not load the algorithm. Have its administrator check the edge's version and log, then sign and start again.",
  'reply.not-declared':
    "The algorithm tried to send something it had not declared, so the party's edge held it back. That answer did not leave. Tell the algorithm's author.",
  'guard.no-space':
    'The disk of this party’s edge is full: {{free}} MB are free, {{needed}} MB are needed. Free some there: as long as the party is waited for training goes on by itself, else start again.',
  'guard.unreachable':
    'The edge of this party could not be asked for consent, so nothing ran. Check that the edge runs, then start again.',
  'grant.missing': 'This party has not signed a consent ticket for this task.',
  'grant.stale': 'The task changed since the consent ticket was signed. Read it again and sign.',
  'grant.withdrawn': 'This party has withdrawn its consent ticket.',
  'grant.expired': 'The consent ticket of this party has expired. Sign a new one.',
  'grant.rounds-used-up': 'All rounds of the consent ticket are used up. Sign a new one.',
  'grant.used': 'The consent ticket is good for one run and was used by another. Read the ticket again and sign.',
  'grant.not-named':
    'The plan does not name this edge by its key, so nothing can be signed here. Ask the initiator to close joining anew.',
  'grant.roster-refused':
    'The run has other parties than the consent ticket names, or fewer than it allows. Nothing was worked on.',
  'grant.not-signer': "You are not on this edge's list of those who may sign. Ask {{signers}}.",
  'grant.plan-changed': 'The task changed while you read the ticket. Read it again.',
  'grant.not-found': 'This consent ticket does not exist.',
  'grant.too-few-rows': 'This party grants at least {{minimum|# record|# records}}; {{rows|# was|# were}} chosen.',
  'grant.pictures-large':
    'These pictures are {{size}} together; one ticket covers {{limit}} at most. Choose fewer of them, or make them smaller.',
  'grant.column-missing': 'The dataset has no column {{column}} that the task asks for.',
  'grant.type-mismatch':
    "Column “{{column}}” holds {{ownType}} in your data, but {{taskType}} in the other parties'. Choose your data again and take another column for it or have it converted, or upload the file with that column changed.",
  'grant.code-unreadable':
    "The algorithm's code could not be fetched and its hash computed. Try again when the platform can be reached.",
  'grant.code-foreign':
    'This code does not come from your own Tessera {{version}}, so it cannot be signed here. Platform and edge must be of the same version: ask both administrators which side is to be updated.',
  'grant.own-table-refused':
    "The plan says that your party's own table is shown to the others, and nobody of your party has confirmed that at this edge. Open “Names in the plan”, choose whether it is shown, and confirm.",
  'grant.message-refused': "The message asks this party's data for something that the consent ticket does not cover.",
  'signing.pin-wrong': 'This PIN is wrong. {{left|# more wrong try|# more wrong tries}} and it is locked.',
  'signing.pin-locked':
    'Too many wrong tries: PIN and one-time code are locked for {{minutes|# more minute|# more minutes}}. A passkey works all the same.',
  'signing.pin-short':
    'PINs now have {{least}} characters or more. With a shorter one of before you can do only one thing: set a new PIN. Do that first, then go on.',
  'signing.pepper-lost':
    'This edge cannot check your PIN or code: the file keys/pin-pepper, which belongs to it, is missing or is another one. No try was counted. Whoever runs the edge puts the file of the backup back and starts the edge anew, or stops the edge and runs “tessera signer reset {{username}}”: with the one-time code it prints you set a new PIN. A passkey works all the same.',
  'signing.no-pin': 'You have no PIN at this edge. Use your passkey, or set a PIN first.',
  'signing.code-wrong':
    'This one-time code is wrong or no longer good. {{left|# more wrong try|# more wrong tries}} and it is locked. Look for the newest code where the edge runs, or ask who added you.',
  'signing.code-needed': 'You have no PIN and no passkey at this edge yet. Set one with the one-time code first.',
  'signing.passkey-refused': 'This passkey was not accepted. Try again, or use your PIN.',
  'signing.passkey-not-given':
    'No passkey was given: it was cancelled, took too long, or this device has none for this edge. Try again, or use your PIN.',
  'signing.passkey-address':
    'Browsers make passkeys only for an address with a name, and this edge is reached by an IP address. Use a PIN.',
  'signing.passkeys-full': 'You have {{most}} passkeys at this edge; it keeps no more.',
  'signing.own-page-only': "Signing takes place on the edge's own page, {{edge}}. Open it there.",
  'signing.not-member': "You are not on this edge's own list. Ask a signer to put you there: {{signers}}.",
  'signing.already-member': '{{username}} is on the list already. Change the role there, or give a new code.',
  'signing.member-unknown':
    "{{username}} is not on this edge's own list. Load the page anew: somebody may have removed them.",
  'signing.machine-as-made':
    '{{username}} is a program with a key of its own, which stays as it was made. Take it off the list and make another.',
  'signing.last-signer':
    '{{username}} is the last one who can sign here. Add another signer, who sets a PIN or a passkey, first.',
  'signing.page-missing': 'The ticket page of this edge is not built. Whoever runs the edge builds it with: make setup',
  'provider.none': 'This edge goes by no identity provider of its house. Go in with your PIN or passkey.',
  'provider.unreachable':
    '{{provider}} cannot be reached from this edge just now. Try again later; whoever has a PIN or passkey of their own on the edge’s list goes in with that.',
  'provider.unusable':
    '{{provider}} does not take this edge as it is set up. Whoever runs the edge finds the reason in what it says, and corrects the EDGE_OIDC settings.',
  'provider.declined': '{{provider}} did not log you in ({{why}}). Begin again, or ask who runs it.',
  'provider.answer-refused':
    'What {{provider}} answered is not for this browser, was used already, came too late, or does not prove who you are. Begin again.',
  'provider.no-group':
    '{{provider}} knows you as {{username}}, and in none of the groups that this edge lets in. Ask your IT to put you into one of them.',
  'provider.removed':
    'A signer took {{username}} off this edge’s list, and {{provider}} alone does not put anybody back. Ask a signer to add you again: {{signers}}.',
  'provider.name-taken':
    '{{username}} is on this edge’s list already, and not by {{provider}}. If that is you, go in with your PIN or passkey, or ask a signer to take that entry off: {{signers}}.',
  'edge.session-by-provider':
    '{{username}} goes in here through {{provider}}. Choose that; PIN and passkey are for signing then.',
  'signing.provider-first':
    '{{provider}} has not vouched for you for {{hours}} hours. Log in through it on {{page}} first, then go on here.',
  'signing.place-from-provider':
    '{{username}}’s role and department follow the groups of the house’s identity provider. Have them changed there, or take {{username}} off the list.',
  'result.not-found': 'Nothing that a run left is kept here under this number.',
  'result.not-allowed':
    'This cannot be done with what the run left: it is shared or deleted already, it is no model, or it is up to the member who signed its ticket and to administrators.',
  'model.not-found': 'This model does not exist any more.',
  'model.not-allowed': 'You may not do this with this model.',
  'model.already-published': 'This model is already in the pool.',
  'model.copy-not-publishable': 'A model that was copied from the pool cannot be published again.',
  'model.texts-required': 'Name, introduction, description and applicability are needed.',
  'model.text-too-long': 'A text is too long: at most {{limit}} characters.',
  'model.already-downloaded': 'Your party already has this model.',
  'model.changed':
    'The file of this model is not the one that was kept when it came here: it was altered or damaged. It is not used. Restore it from a backup, train again, or upload it again.',
  'model.no-hash':
    'The platform does not say which file this model is: it is of an earlier version than this edge. Have its operator upgrade it, then try again.',
  'model.refused-unreadable':
    'This model is not used: its file is no ONNX file that can be read here, or is damaged ({{detail}}). Export it or train again, or ask whoever made it.',
  'model.refused-external-data':
    'This model is not used: it reads data from outside its own file ({{name}}), which could be any file of this machine. Ask whoever made it for a model that holds its weights, or train again.',
  'model.refused-control-flow':
    'This model is not used: it holds a program of its own ({{operator}}) that could run without end. Ask whoever made it for a model without, or train again.',
  'model.refused-operator':
    'This model is not used: it computes with “{{operator}}”, which no model here may. Train again with an algorithm of this product, or ask whoever made it.',
  'model.refused-part':
    'This model is not used: it holds something that no model here has ({{part}}). Train again with an algorithm of this product, or ask whoever made it.',
  'model.refused-size':
    'This model is not used: it is too large ({{part}}: at most {{limit}}). Train a smaller one, or ask whoever made it.',
  'model.import-onnx-only':
    'Choose a file that ends in .onnx. A zip that was downloaded here has it inside: unpack it and choose model.onnx.',
  'model.import-not-onnx':
    'This is no ONNX file, whatever its name ends in. Export the model as ONNX and choose that file.',
  'model.import-gone':
    'This file is not kept here any more: it waits {{hours}} hours for its card, and another file of yours takes its place. Upload it again.',
  'model.import-undescribed':
    'The file does not say what it takes and gives. Name its columns and what it predicts, then try again.',
  'model.import-type':
    '“{{name}}” is of a type that no column of a table has. Export the model so that it takes numbers (float, double, int32, int64) or texts.',
  'model.import-shape':
    '“{{name}}” has the shape {{shape}}. A file without a description of ours has to take a table: [*, number of columns], a row each. Export it so; pictures, texts and graphs are taken of models that were made here only.',
  'model.import-fixed-rows':
    '“{{name}}” takes exactly {{rows|# row|# rows}} at a time. Export the model with an open number of rows (in PyTorch with dynamic_axes or dynamic_shapes).',
  'model.import-opset':
    'The file uses version {{version}} of ONNX’s operators. Export it with version {{least}} or a later one (target_opset or opset_version).',
  'model.import-no-input':
    'The file takes nothing, so nothing can be predicted with it. Export the model with its inputs.',
  'model.import-no-answer':
    'None of the file’s outputs is an answer: numbers of each row, [*], [*, 1] or [*, number of classes]. Export the model with the chances of its classes, or with its number, as an output.',
  'model.import-columns':
    '“{{name}}” takes {{expected|# column|# columns}}, and {{given}} are named. Name each, in the order in which the model was trained.',
  'model.import-names':
    'Columns and classes each need a name of their own of at most {{limit}} characters, and so does the label. This one does not do: “{{name}}”.',
  'model.import-too-many': 'At most {{limit}} columns and as many classes can be named. Export a smaller model.',
  'model.import-classes':
    'The answer has {{expected|# class|# classes}}, and {{given}} are named. Name each, in the order of the model’s numbers.',
  'model.import-not-number':
    '“{{name}}” gives {{width}} numbers for a row, not one. Say that they are classes, or choose another output.',
  'model.import-not-chances':
    'The answers to rows made up for a try are no chances: those lie between 0 and 1 and add up to 1. Say that they are scores, or choose another output.',
  'model.import-not-tried':
    'The model could not compute rows that were made up for a try. Most often a column is missing or there is one too many: name as many as it was trained on. Else ask whoever made it.',
  'inference.not-found': 'This inference task does not exist.',
  'inference.name-taken': 'Your party already has an inference task of this name.',
  'inference.name-required': 'Give the inference task a name and a description.',
  'inference.column-missing': 'A value for {{column}} is missing.',
  'inference.no-column':
    'The dataset has no column “{{column}}”, which the model needs.{{count|| In all, # columns of the model are missing.}} Add the column or choose another dataset, then predict again.',
  'inference.no-column-near':
    'The dataset has no column “{{column}}”, which the model needs. The nearest name in the dataset is “{{nearest}}”.{{count|| In all, # columns of the model are missing.}} If “{{nearest}}” is the same column, rename it to “{{column}}” and predict again; otherwise choose another dataset.',
  'inference.value-required':
    '{{column}} has no value in some row, and this model needs one in each. Fill it in, or leave those rows out.',
  'inference.no-answer':
    'The model has no answer for a part of this: what it computed is no number. It may need a value in every column, or one closer to those it was trained on.',
  'inference.not-texts': 'This model does not take a text. Give it the values that its page asks for.',
  'inference.not-pictures': 'This model does not take pictures. Give it the values that its page asks for.',
  'inference.picture-ending': '“{{name}}” is not called as a picture is. Send files that end in {{endings}}.',
  'inference.picture-broken':
    '“{{name}}” cannot be read as a picture. Send JPEG, PNG or WebP files, in RGB or grey, of at most 100 megapixels each.',
  'inference.picture-unreadable':
    'This file cannot be read as a picture. Choose a JPEG, PNG or WebP file, in RGB or grey, of at most 100 megapixels.',
  'inference.graph-wrong':
    'The graph’s {{part}} cannot be read. Give x, a list of each node’s numbers in the order of the model’s columns, and edge_index, two lists of places from 0 on.',
  'inference.edge-wrong': 'An edge leads to a node that there is not. Places are counted from 0 on.',
  'inference.graph-large':
    'The graph is too large to be told at once: at most {{nodes}} nodes and {{values}} numbers, edges twice. Give a part of it.',
  'inference.why-graph': 'Of a graph’s node it is not said what moved the answer: its neighbours do as well.',
  'inference.why-entities': 'What speaks for a mark cannot be told: this model does not add up what each word says.',
  'inference.why-boxes':
    'Of boxes it is not said what moved the answer: each box stands for the part of the picture that it marks.',
  'inference.tokens-wrong': '“{{column}}” holds neither a text nor a list of tokens. Give one of them.',
  'inference.not-number': '{{column}} must be a number.',
  'inference.dataset-needs-edge': "A dataset is predicted at your party's edge.",
  'inference.cell-unknown':
    'The confusion matrix of this result has no such cell: both a class of the label and one of the model’s answers are needed. Choose one from the page.',
  'inference.not-ready': 'The inference task is not ready yet.',
  'inference.busy': 'The inference task is still at work.',
  'inference.interrupted': 'The work was cut off when the server stopped. Run it again, or delete the task.',
  'inference.stopped-edge':
    'The edge stopped {{attempts|once|# times}} while it predicted this dataset. Choose a smaller one, or tell your administrator.',
  'inference.model-too-slow':
    'The model took longer than {{seconds|# second|# seconds}} for a part of this data and was stopped. Try again when there is less to do, or ask whoever made the model.',
  'inference.model-ended':
    'The process of the model ended: it may have needed more than the {{megabytes}} MB it is given. Try less at once; if it ends again, ask whoever made the model.',
  'inference.model-failed':
    'The model could not compute this. Check that the data is like what it was trained on; if so, ask whoever made the model.',
  'inference.too-wide':
    'This model has too many columns to try each of them with other values (at most about {{limit}}), so what moved the answer cannot be told.',
  'inference.no-process':
    'The process that runs models could not be started. Whoever runs this server finds the reason in its log.',
  'notification.not-found': 'This notice does not exist.',
  'account.slow-down': 'Too many wrong attempts. Wait {{seconds|# second|# seconds}} and try again.',
  'account.not-found': 'There is no account “{{name}}”.',
  'account.suspended': 'This account is locked by the operator. Ask them to unlock it.',
  'account.last-super-admin': 'You are the last super administrator of “{{party}}”. Appoint another one first.',
  'account.party-busy':
    '“{{party}}” has nobody but you and takes part in tasks that recruit or train. Leave or end them first.',
  'account.feedback-invalid': 'Write what you want to tell the operator, in at most {{limit}} characters.',
  'service.not-configured':
    'This installation has no translation service. Its operator names one in the settings (TRANSLATE_URL).',
  'service.text-length': 'Write a text to translate, of at most {{limit}} characters.',
  'service.address-private':
    'The translation service lies in a private network, where this platform does not go. Its operator can allow it in the settings (TRANSLATE_PRIVATE).',
  'service.too-slow': 'The translation service did not answer within {{seconds|# second|# seconds}}. Try again.',
  'service.failed':
    'The translation service could not be reached, or its answer could not be read. Try again; if that does not help, tell the operator.',
  'market.not-configured': 'This installation has no smart market.',
  'market.return-refused':
    'The way back from the market does not lead to this platform. Open the market from the console.',
  'market.ticket-invalid': 'This token is not valid, used up or expired. Open the market from the console again.',
  'party.super-admin-only': 'Only a super administrator of the party may do this.',
  'party.last-super-admin': 'The party needs a super administrator. Appoint another one first.',
  'party.remove-self': 'You cannot remove yourself. Leave the party instead.',
  'party.member-unknown': 'This person is not a member of the party.',
  'party.suspended': 'This party is suspended by the operator. Ask them to lift that.',
  'party.already-asked': 'You have already asked to join this party. Its administrators will decide.',
  'party.request-not-found': 'This request does not exist any more, or is decided already.',
  'party.note-long': 'The note has at most {{limit}} characters.',
  'party.department-name': "A department's name has 1 to {{limit}} characters.",
  'party.department-name-taken': 'There is a department of this name beside it already.',
  'party.department-root': 'The party itself cannot be renamed or removed here.',
  'party.department-full': 'There are too many departments here.',
  'party.department-in-use': 'This department still has members, datasets or departments under it. Move them first.',
  'edge.none': 'The party has no edge that could be revoked.',
  'edge.software-failing': 'Not ready at {{party}}: {{parts}}.',
  'edge.machine-failing': 'The machine of {{party}} is not well: {{parts}}.',
  'edge.key-revoked':
    'This key was revoked and is not taken again. Start the edge with a new enrolment code: it makes new keys.',
  'edge.revoked': "This edge was revoked. The party's administrator can enrol it again.",
  'notification.announcement-invalid': 'An announcement has 1 to {{limit}} characters.',
  'feature.later': 'This is not available yet.',
}
