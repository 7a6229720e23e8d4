// Who answers the page that has no server: workers of its own. `web/build` puts this file in place
// of engine/transport.js.

import "./install.js";

export { events, request } from "./worker-pool.js";
