//! `mcp`: the verbs as tools of the Model Context Protocol, over standard input and output.

mod tools;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::Value;
use tejun_api::limits::BODY;
use tejun_api::{ApiError, Clock, ProgressReporter, Task, endpoint};
use tejun_puzzles::Registry;
use tokio::sync::mpsc::{self, Sender};

use crate::web::{Allowance, App, runtime};

/// Most bytes of a line: a request of the HTTP API, and what the protocol puts around it.
const LINE: usize = BODY + (16 << 10);
/// Reports of progress that may wait to be sent; further ones are left out.
const REPORTS: usize = 16;
/// Time given at the end to work still going on.
const REST: Duration = Duration::from_secs(1);

const INSTRUCTIONS: &str = "tejun solves puzzles exactly: Klotski and other sliding blocks, Rush Hour, polyomino \
    packing, Sokoban, peg solitaire, the 15-puzzle, PuzzleScript and others. `list` names the puzzles of the library; \
    an instance is one of those names, a short form, the text of an instance file, or a puzzle as other programs write \
    it. A text with several puzzles has levels: `collection` lists them, and the option `level` says which one a tool is \
    about. `optimal` and `unsolvable` are proved; `stopped` means that a limit was reached. `check` judges any line by the rules alone.";

/// Serves the tools until standard input ends. A search may use what `most` says.
///
/// # Errors
/// If the client does not begin as the protocol demands.
pub(crate) fn serve(registry: Registry, most: Allowance) -> Result<()> {
    let app = Arc::new(App::new(registry, most));
    let runtime = runtime()?;
    let served = runtime.block_on(async {
        let (input, output) = stdio();
        let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(LINE);
        let service = Tools(app.clone()).serve(transport).await.context("the client did not initialize")?;
        service.waiting().await.context("the service broke")?;
        Ok(())
    });
    app.stop.cancel();
    runtime.shutdown_timeout(REST);
    served
}

/// The service.
struct Tools(Arc<App>);

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("tejun", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(verb) = tools::verb(&request.name) else {
            return Err(ErrorData::invalid_params(format!("there is no tool {:?}", request.name), None));
        };
        let body = Value::Object(request.arguments.unwrap_or_default()).to_string();
        let reports = reports(&context);
        // When the client cancels, the work is dropped, and so it stops.
        let answered = tokio::select! {
            () = context.ct.cancelled() => Err(ApiError::busy("the request was cancelled")),
            answer = answer(&self.0, verb, body, reports) => answer,
        };
        Ok(match answered {
            Ok(answer) => CallToolResult::structured(answer),
            Err(error) => {
                let mut refused = CallToolResult::error(vec![ContentBlock::text(error.message())]);
                refused.structured_content = Some(error.json());
                refused
            }
        }
        .into())
    }
}

/// The answer of a verb to the body of a request, as over HTTP.
async fn answer(
    app: &Arc<App>,
    verb: &'static str,
    body: String,
    reports: Option<Sender<Value>>,
) -> Result<Value, ApiError> {
    if body.len() > BODY {
        return Err(ApiError::too_large());
    }
    let endpoint = endpoint(verb)?;
    let text = match app.short(move |app, clock| app.engine.begin(endpoint, body.as_bytes(), clock)).await? {
        Task::Answer(answer) => answer,
        Task::Search(search) => {
            let time = search.time();
            let run = move |clock: Clock| {
                let position = search.position(&clock)?;
                let tell = move |name: &'static str, data: Value| {
                    if let Some(reports) = reports.as_ref().filter(|_| name == "progress") {
                        // What does not fit is superseded by the next.
                        let _ = reports.try_send(data);
                    }
                };
                search.run(&*position, &clock, &mut ProgressReporter::new(clock.clone(), tell))
            };
            app.search(time, run).await?
        }
        Task::Draw(drawing) => app.search(drawing.time(), move |mut clock| drawing.run(&mut clock)).await?,
    };
    serde_json::from_str(&text).map_err(|_| ApiError::broken())
}

/// Where a search reports its progress, if the client asked for it.
fn reports(context: &RequestContext<RoleServer>) -> Option<Sender<Value>> {
    let token = context.meta.get_progress_token()?;
    let peer = context.peer.clone();
    let (sender, mut receiver) = mpsc::channel::<Value>(REPORTS);
    tokio::spawn(async move {
        let mut before = -1.0;
        while let Some(progress) = receiver.recv().await {
            let number = |key: &str| progress[key].as_u64().unwrap_or_default();
            let (expanded, depth) = (number("expanded"), number("depth"));
            // It must grow.
            if expanded as f64 <= before {
                continue;
            }
            before = expanded as f64;
            let report = ProgressNotificationParam::new(token.clone(), before)
                .with_message(format!("depth {depth}, {expanded} positions expanded"));
            if peer.notify_progress(report).await.is_err() {
                return;
            }
        }
    });
    Some(sender)
}
