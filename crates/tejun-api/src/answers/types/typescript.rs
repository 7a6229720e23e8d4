//! Declarations of TypeScript from schemas, for the page's type checker.

use serde_json::{Map, Value};

/// The declarations of all `schemas`.
pub(super) fn declarations(schemas: &Map<String, Value>) -> String {
    let declared = |(name, schema): (&String, &Value)| {
        format!("{}type {name} = {};\n", comment(schema), written(schema))
    };
    schemas.iter().map(declared).collect::<Vec<_>>().join("\n")
}

fn comment(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    if text.is_empty() { String::new() } else { format!("/** {} */\n", text.replace('\n', " ")) }
}

/// The type that a schema describes.
fn written(schema: &Value) -> String {
    let union = |types: &[Value]| types.iter().map(written).collect::<Vec<_>>().join(" | ");
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    if let Some(types) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        return union(types);
    }
    match &schema["type"] {
        Value::Array(names) => {
            let named = |name: &Value| {
                let mut one = schema.clone();
                one["type"] = name.clone();
                written(&one)
            };
            names.iter().map(named).collect::<Vec<_>>().join(" | ")
        }
        Value::String(name) => match name.as_str() {
            "integer" | "number" => "number".to_owned(),
            "array" => list(schema),
            "object" => object(schema),
            other => other.to_owned(),
        },
        _ => "unknown".to_owned(),
    }
}

fn list(schema: &Value) -> String {
    if let Some(items) = schema["prefixItems"].as_array() {
        return format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(", "));
    }
    let item = written(&schema["items"]);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most => format!("[{}]", vec![item; most as usize].join(", ")),
        _ => format!("Array<{item}>"),
    }
}

fn object(schema: &Value) -> String {
    let Some(properties) = schema["properties"].as_object() else {
        return format!("{{ [key: string]: {} }}", written(&schema["additionalProperties"]));
    };
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let keys = properties.iter().map(|(key, property)| {
        let mark = if required.iter().any(|name| name == key) { "" } else { "?" };
        let comment = comment(property).replace('\n', "\n  ");
        format!("  {comment}{key}{mark}: {};\n", written(property).replace('\n', "\n  "))
    });
    format!("{{\n{}}}", keys.collect::<String>())
}
